/**
 * Runs `work` for the keys that were asked for, many at a time. A key that is asked for while its batch runs is a part of a
 * later one, which so sees what was changed before; two batches of different keys may run at once. `work` must not reject.
 */
export function inBatches<Key>(
  work: (keys: Key[]) => Promise<void>,
  { keys: most, atOnce }: { keys: number; atOnce: number },
): (key: Key) => void {
  const waiting = new Set<Key>()
  const running = new Set<Key>()
  let batches = 0
  let isScheduled = false

  const take = (): Key[] => [
    ...waiting
      .keys()
      .filter((key) => !running.has(key))
      .take(most),
  ]

  async function run(batch: Key[]): Promise<void> {
    batches += 1
    for (const key of batch) {
      waiting.delete(key)
      running.add(key)
    }
    await work(batch)
    for (const key of batch) running.delete(key)
    batches -= 1
    begin()
  }

  function begin(): void {
    isScheduled = false
    while (batches < atOnce) {
      const batch = take()
      if (batch.length === 0) return
      void run(batch)
    }
  }

  return (key) => {
    waiting.add(key)
    if (isScheduled || batches >= atOnce) return
    // What is asked for in the same turn belongs together.
    isScheduled = true
    queueMicrotask(begin)
  }
}
