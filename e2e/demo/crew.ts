/** Requests under way at a time: enough to keep a small machine busy. */
const WIDTH = 4

/** Does the work for every item, some at a time, telling how many are done. The first failure ends it. */
export async function forEach<T>(
  items: readonly T[],
  work: (item: T, place: number) => Promise<void>,
  told: (done: number) => void = () => {},
): Promise<void> {
  const queue = items.entries()
  let done = 0
  let failed = false
  const worker = async () => {
    for (let turn = queue.next(); !turn.done && !failed; turn = queue.next()) {
      const [place, item] = turn.value
      await work(item, place)
      told((done += 1))
    }
  }
  await Promise.all(
    Array.from({ length: WIDTH }, () =>
      worker().catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
}
