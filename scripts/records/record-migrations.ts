// Records the hashes of all migrations in apps/api/migrations.sha256. `npm run release` does so for its release;
// `npm run migrations:record` may record those after the last release again.
import { recordMigrations } from '../release/migrations.ts'

const changed = recordMigrations(process.cwd())
if (changed.length > 0) {
  process.stderr.write(
    `A released migration must stay as it is: ${changed.join(', ')}. Put the change into a new one.\n`,
  )
  process.exitCode = 1
} else process.stdout.write('apps/api/migrations.sha256 has every migration\n')
