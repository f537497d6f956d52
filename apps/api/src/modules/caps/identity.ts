import { createHmac, randomBytes } from 'node:crypto'
import type { Keys } from '../../infra/keys.ts'
import type { Db } from '../../infra/db/db.ts'
import { openIdentity } from '../experts/service.ts'
import * as repository from './identity-repository.ts'

const SECRET_BYTES = 32
const PLACE = { table: 'expert_identity_secret', column: 'secret_cipher', row: repository.SECRET_ID }

/** Drawn once and sealed in the database, so that the hashes stay the same when the master key changes. */
async function secretOf(keys: Keys, trx: Db): Promise<Buffer> {
  const sealed =
    (await repository.findSecret(trx)) ??
    (await repository.keepSecret(trx, keys.seal(randomBytes(SECRET_BYTES).toString('hex'), PLACE)))
  return Buffer.from(keys.open(sealed, PLACE), 'hex')
}

/** Hashes the identity numbers that have changed, a batch at a time. */
export async function hashStale(keys: Keys, trx: Db): Promise<void> {
  for (let rows = await repository.staleIdentities(trx); rows.length > 0;) {
    const secret = await secretOf(keys, trx)
    const hashes = rows.map(({ expertId, idCardCipher }) => {
      const { idCardNo } = openIdentity(keys, { expertId, idCardCipher, bankAccountCipher: null })
      return idCardNo === null ? null : createHmac('sha256', secret).update(idCardNo.toUpperCase()).digest()
    })
    await repository.keepHashes(
      trx,
      rows.map(({ expertId }, at) => ({ expertId, hash: hashes[at] ?? null })),
    )
    rows = await repository.staleIdentities(trx)
  }
}
