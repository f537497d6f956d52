// Checks a signed agreement without the service: npm run verify-agreement -- FILE
import { checkFile } from './check-file.ts'

const { code, said, complaint } = await checkFile(process.argv.slice(2))
process.stderr.write(complaint)
process.stdout.write(said)
process.exitCode = code
