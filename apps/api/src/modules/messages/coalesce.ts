/**
 * Runs `work` for a key, one run at a time. Calls during a run lead to a single further run, which begins after the
 * last of them and so sees their changes. `work` must not reject.
 */
export function coalesce<Key>(work: (key: Key) => Promise<void>): (key: Key) => void {
  const running = new Map<Key, { again: boolean }>()

  async function run(key: Key): Promise<void> {
    const state = { again: true }
    running.set(key, state)
    while (state.again) {
      state.again = false
      await work(key)
    }
    running.delete(key)
  }

  return (key) => {
    const state = running.get(key)
    if (state) state.again = true
    else void run(key)
  }
}
