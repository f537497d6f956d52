/** A fault to plant, and the test that must notice it. */
export interface Fault {
  /** The requirement that the fault breaks; a failing test must have it in its title. */
  id: string
  /** Effect of the fault on a user. */
  means: string
  file: string
  /** Occurs exactly once in the file. */
  from: string
  to: string
  test: string
}
