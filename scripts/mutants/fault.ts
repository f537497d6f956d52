/** A mistake planted on purpose, and the test that must notice it. */
export interface Fault {
  /** The requirement that the mistake breaks; a failing test must bear it in its title. */
  id: string
  /** What the mistake would mean for a user. */
  means: string
  file: string
  /** Occurs exactly once in the file. */
  from: string
  to: string
  test: string
}
