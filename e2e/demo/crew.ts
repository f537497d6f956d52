/** The number of concurrent requests, enough to keep a small machine busy. */
const WIDTH = 4

/** Works on all items, several at a time, and reports the number done. Starts nothing new after a failure. */
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
