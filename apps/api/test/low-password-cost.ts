// Loaded by tests, and before a service that a test starts (`--import`): its later password hashes cost little.
import { setPasswordCost, type PasswordCost } from '../src/infra/password.ts'

/** Full cost would use half of the processor time of all tests. */
export const LOW_PASSWORD_COST: PasswordCost = { memoryKib: 64, passes: 1 }

setPasswordCost(LOW_PASSWORD_COST)
