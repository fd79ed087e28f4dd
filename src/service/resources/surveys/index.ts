import type { Manifest } from '../../rules/manifest.ts'
import { releaseResponses } from '../../model/surveys/response.ts'
import { checkSurveyPath, removeListSurveys } from '../../model/surveys/survey.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).surveyOperations,
  checkPath: async () => checkSurveyPath,
  checkBody: async () => (await import('./operations.ts')).surveyBodyChecks,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListSurveys], member: [releaseResponses] },
  reactions: {},
} satisfies Manifest
