import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of the paths of files that take half a minute or more, longest first. */
const LONG = [
  '/inspector/views.',
  '/crash/crash.',
  '/inspector/journeys.',
  '/testing/stories.',
  '/drift/mutations.',
  '/inspector/shop.',
  '/testing/failures.',
  '/crash/driver.',
  '/testing/page.',
  '/inspector/large.',
  '/server/restart.',
  '/vocabulary/every-operation.',
  '/simulation/scenario-laws.',
  '/scenarios/newsletter-live.',
  '/crash/three-processes.',
]

/** Starts the longest files first, so that none of them is left for the end, when it would have the machine for itself. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONG.findIndex((part) => moduleId.includes(part))
      return rank === -1 ? LONG.length : rank
    }
    // eslint-disable-next-line unicorn/no-array-sort -- it is a method of Vitest, not of an array
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
