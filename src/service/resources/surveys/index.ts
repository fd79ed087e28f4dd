import type { Manifest } from '../../rules/manifest.ts'
import { releaseResponses } from '../../model/surveys/response.ts'
import { checkSurveyPath } from '../../model/surveys/survey.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).surveyOperations,
  checkPath: async () => checkSurveyPath,
  checkBody: async () => (await import('./operations.ts')).surveyBodyChecks,
  reactions: { 'member.deleted': (tx, { member }) => releaseResponses(tx, member) },
} satisfies Manifest
