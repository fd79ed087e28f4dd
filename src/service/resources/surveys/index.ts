import type { Manifest } from '../../rules/manifest.ts'
import { releaseResponsesOf } from '../../model/surveys/response.ts'
import { checkSurveyPath, dropSurveysOf } from '../../model/surveys/survey.ts'

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
  removeFor: { list: [dropSurveysOf], member: [releaseResponsesOf] },
  reactions: {},
} satisfies Manifest
