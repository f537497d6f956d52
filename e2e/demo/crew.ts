/** Requests under way at a time: enough to keep a small machine busy. */
const WIDTH = 4

/** Does the work for every item, some at a time, telling how many are done. After a failure nothing new is begun. */
export async function forEach<T>(
  items: readonly T[],
  work: (item: T, place: number) => Promise<void>,
  told: (done: number) => void = () => {},
): Promise<void> {
  const queue = items.entries().toArray()
  let done = 0
  const worker = async () => {
    for (let turn = queue.shift(); turn; turn = queue.shift()) {
      const [place, item] = turn
      await work(item, place)
      told((done += 1))
    }
  }
  const emptied = async (error: unknown) => {
    queue.length = 0
    throw error
  }
  await Promise.all(Array.from({ length: WIDTH }, () => worker().catch(emptied)))
}
