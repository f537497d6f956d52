import { createHash } from 'node:crypto'
import type { ErrorName } from '@consilium/contract/errors.ts'
import type { OrganizationSeal, OrganizationSealChange } from '@consilium/contract/signing/seals.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { SigningKey } from '@consilium/pades/cms.ts'
import { SigningKeyError, type KeyProblem } from '@consilium/pades/keys/key-problem.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { findRow } from './changing.ts'
import * as repository from './seal-repository.ts'
import type { Scope } from './scope.ts'

const keyPlace = (orgId: number) => ({ table: 'organization_seal', column: 'key_cipher', row: orgId })

const KEY_ERRORS: Readonly<Record<KeyProblem, ErrorName>> = {
  unreadable: 'SEAL_KEY_UNREADABLE',
  unsuitable: 'SEAL_KEY_UNSUITABLE',
  mismatch: 'SEAL_KEY_MISMATCH',
  expired: 'SEAL_CERTIFICATE_EXPIRED',
}

const isMain = (actor: Actor, { mainUserId }: Pick<repository.SealRow, 'mainUserId'>) =>
  actor.userId === mainUserId

/** People of the organization put its seal if its main account has allowed it. */
const maySeal = (actor: Actor, row: repository.SealRow) =>
  isMain(actor, row) || (actor.mainUserId === row.mainUserId && row.personsMaySeal === true)

async function findSeal(scope: Scope, actor: Actor, orgId: number): Promise<repository.SealRow> {
  await findRow(scope, actor, orgId)
  const row = await repository.findSeal(scope.db, { orgId })
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

async function readSeal(scope: Scope, actor: Actor, orgId: number): Promise<OrganizationSeal> {
  const row = await findSeal(scope, actor, orgId)
  const { orgName, certificateName, certificateIssuer, certificateUntil, changedByName, changeTime } = row
  return {
    orgId,
    orgName,
    picture: row.pictureFileId === null ? null : scope.files.personalUrlOf(actor, row.pictureFileId),
    certificateName,
    certificateIssuer,
    certificateUntil,
    keeperName: row.keeperName,
    personsMaySeal: row.personsMaySeal ?? false,
    changedByName,
    changeTime,
    version: row.version ?? 0,
    abilities: { update: isMain(actor, row), seal: row.pictureFileId !== null && maySeal(actor, row) },
  }
}

/** Read in a worker, whether it was just sent or has been kept. */
const readKey = (
  { clock, fileWork }: Scope,
  file: Buffer,
  password: string,
  refuse: (error: ErrorName) => Refusal,
) =>
  fileWork.readSigningKey(file, password, clock.now()).catch((error: unknown) => {
    throw error instanceof SigningKeyError ? refuse(KEY_ERRORS[error.problem]) : error
  })

type KeyColumns = Pick<
  repository.SealColumns,
  'key_cipher' | 'certificate_name' | 'certificate_issuer' | 'certificate_until'
>

const NO_KEY: KeyColumns = {
  key_cipher: null,
  certificate_name: null,
  certificate_issuer: null,
  certificate_until: null,
}

/** The key of the uploaded file, encrypted. Its passphrase is not kept. */
async function keyColumns(
  scope: Scope,
  before: repository.SealRow,
  { keyFile, keyPassword = '' }: OrganizationSealChange,
): Promise<KeyColumns> {
  if (keyFile === null) return NO_KEY
  if (keyFile === undefined)
    return {
      key_cipher: before.keyCipher,
      certificate_name: before.certificateName,
      certificate_issuer: before.certificateIssuer,
      certificate_until: before.certificateUntil,
    }
  const { keys, clock } = scope
  const key = await readKey(scope, Buffer.from(keyFile, 'base64'), keyPassword, (error) =>
    refuseField(error, 'keyFile'),
  )
  return {
    key_cipher: keys.seal(key.pem, keyPlace(before.orgId)),
    certificate_name: key.name,
    certificate_issuer: key.issuer,
    certificate_until: clock.wire(key.validUntil),
  }
}

/** The picture, cropped and on white, as a file of nobody. Throws a Refusal for `picture`. */
async function stagePicture({ fileWork, files }: Scope, orgId: number, picture: string) {
  const { png } = await fileWork.readSignature(picture).catch((error: unknown) => {
    throw error instanceof Refusal ? refuseField(error.error, 'picture') : error
  })
  return files.stage({
    userId: null,
    personal: true,
    bytes: png,
    originalName: `seal-${orgId}.png`,
    mediaType: 'image/png',
  })
}

/** Sets or changes the seal of one's own organization. */
async function changeSeal(scope: Scope, actor: Actor, change: OrganizationSealChange): Promise<void> {
  const { orgId, version, picture, personsMaySeal } = change
  const before = await findSeal(scope, actor, orgId)
  if (!isMain(actor, before)) throw new Refusal('NOT_FOUND')
  if (picture === undefined && before.pictureFileId === null)
    throw refuseField('SEAL_PICTURE_MISSING', 'picture')
  const keeperName = change.keeperName ?? before.keeperName
  // The organization cannot answer for its own seal.
  if (keeperName === null || keeperName === before.orgName)
    throw refuseField('SEAL_KEEPER_NEEDED', 'keeperName')
  const key = await keyColumns(scope, before, change)
  const staged = picture === undefined ? null : await stagePicture(scope, orgId, picture)
  try {
    await inTransaction(scope.db, async (trx) => {
      if (staged) await scope.files.commit(trx, staged)
      const isSaved = await repository.saveSeal(
        trx,
        { orgId, version },
        {
          ...key,
          picture_file_id: staged?.fileId ?? before.pictureFileId!,
          keeper_name: keeperName,
          persons_may_seal: personsMaySeal ?? before.personsMaySeal ?? false,
          user_id: actor.userId,
          change_time: scope.clock.wire(),
        },
      )
      if (!isSaved) throw new Refusal('STALE_RECORD')
    })
  } catch (error) {
    if (staged && error instanceof Refusal) await scope.files.discard([staged])
    throw error
  }
}

async function removeSeal(scope: Scope, actor: Actor, orgId: number): Promise<void> {
  const row = await findSeal(scope, actor, orgId)
  if (!isMain(actor, row) || !(await repository.deleteSeal(scope.db, orgId))) throw new Refusal('NOT_FOUND')
}

/** A seal that its bearer may put now. */
export interface OpenSeal {
  orgName: string
  mainUserId: number
  /** PNG on white. */
  picture: Buffer
  /** Null: the platform's own key signs for it. */
  key: SigningKey | null
  /** Who answers for the seal. */
  keeperName: string
  /** Who puts it: the keeper, if that is the main account, whose own name is that of the organization. */
  sealedByName: string
}

/**
 * The seal of the caller's organization. Throws SEAL_MISSING, SEAL_FORBIDDEN, SEAL_KEEPER_MISSING,
 * SEAL_CREDIT_CODE_MISSING or SEAL_CERTIFICATE_EXPIRED.
 */
async function openSeal(scope: Scope, actor: Actor): Promise<OpenSeal> {
  const { db, files, keys } = scope
  const row = await repository.findSeal(db, { mainUserId: actor.mainUserId })
  if (!row || row.pictureFileId === null) throw new Refusal('SEAL_MISSING')
  if (!maySeal(actor, row)) throw new Refusal('SEAL_FORBIDDEN')
  if (row.keeperName === null) throw new Refusal('SEAL_KEEPER_MISSING')
  if (row.creditCode === null) throw new Refusal('SEAL_CREDIT_CODE_MISSING')
  const pem = row.keyCipher === null ? null : keys.open(row.keyCipher, keyPlace(row.orgId))
  const key = pem === null ? null : await readKey(scope, Buffer.from(pem), '', (error) => new Refusal(error))
  const { bytes } = await files.readAll(row.pictureFileId)
  const { orgName, mainUserId, keeperName } = row
  return {
    orgName,
    mainUserId,
    picture: bytes,
    key,
    keeperName,
    sealedByName: isMain(actor, row) ? keeperName : await repository.nameOfAccount(db, actor.userId),
  }
}

/** The first certificate of a kept key, which is that of the key. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/

/** SHA-256 of the certificates that sign for the payer's seal; none if it has none of its own. */
async function sealingCertificates({ db, keys }: Scope, mainUserId: number): Promise<string[]> {
  const row = await repository.findSeal(db, { mainUserId })
  if (!row?.keyCipher) return []
  const [, own = ''] = CERTIFICATE.exec(keys.open(row.keyCipher, keyPlace(row.orgId))) ?? []
  return [createHash('sha256').update(Buffer.from(own, 'base64')).digest('hex')]
}

/** The seal that agreements of this payer's experts have to wait for from now on; null if it has none. */
async function awaitedSeal(
  within: Db,
  mainUserId: number,
): Promise<{ orgId: number; keeperName: string | null } | null> {
  const row = await repository.findSeal(within, { mainUserId })
  return row && row.pictureFileId !== null ? { orgId: row.orgId, keeperName: row.keeperName } : null
}

/** The use cases of seals, as the service of organizations offers them. */
export const sealUseCases = (scope: Scope) => ({
  findSeal: (actor: Actor, orgId: number): Promise<OrganizationSeal> => readSeal(scope, actor, orgId),

  async changeSeal(actor: Actor, change: OrganizationSealChange): Promise<OrganizationSeal> {
    await changeSeal(scope, actor, change)
    return readSeal(scope, actor, change.orgId)
  },

  async removeSeal(actor: Actor, orgId: number): Promise<null> {
    await removeSeal(scope, actor, orgId)
    return null
  },

  openSeal: (actor: Actor): Promise<OpenSeal> => openSeal(scope, actor),
  awaitedSeal,
  sealingCertificates: (mainUserId: number) => sealingCertificates(scope, mainUserId),
})
