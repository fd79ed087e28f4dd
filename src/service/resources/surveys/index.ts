import type { Manifest } from '../../rules/manifest.ts'
import { releaseResponses } from '../../model/surveys/response.ts'
import { checkSurveyPath, removeListSurveys } from '../../model/surveys/survey.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).surveyOperations,
  checkPath: async () => checkSurveyPath,
  checkBody: async () => (await import('./operations.ts')).surveyBodyChecks,
  preparations: {},
  jobs: {},
  entities: [
    { word: 'survey', tables: ['surveys'], ids: ['id', 'web_id'], parameters: ['survey_id'], name: 'content.title' },
    { word: 'survey_response', tables: ['survey_responses'], ids: ['id'], parameters: ['response_id'], name: 'id' },
  ],
  secrets: [],
  removeFor: { list: [removeListSurveys], member: [releaseResponses] },
  reactions: {},
} satisfies Manifest
