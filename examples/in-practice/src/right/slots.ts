/** Runs at most `count` tasks at a time; the others wait in the order in which they came. */
export function slots(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
