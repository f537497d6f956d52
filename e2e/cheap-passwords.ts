// Loaded before the product where a test is not about the cost of passwords: its hashes take hardly any time.
import { setPasswordCost } from '../apps/api/src/infra/passwords/password.ts'

setPasswordCost({ memoryKib: 64, passes: 1 })
