import type {
  HospitalCreate,
  HospitalMerge,
  HospitalUpdate,
  UnitSettlement,
} from '@consilium/contract/hospitals/hospitals.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { changingHospitals, moveNames } from './name-repository.ts'
import { addName, putNames } from './naming.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Names whose code it is. */
async function refuseTakenCode(
  db: Db,
  hospitalId: number | null,
  code: string | null | undefined,
): Promise<void> {
  if (!code) return
  const [owner] = await repository.findByCode(db, [code])
  if (owner && owner.hospitalId !== hospitalId)
    throw refuseField('HOSPITAL_CODE_TAKEN', 'creditCode', { hospital: owner.name })
}

export const createHospital = (
  { db }: Scope,
  { aliases = [], ...hospital }: HospitalCreate,
): Promise<number> =>
  changingHospitals(db, async (trx) => {
    await refuseTakenCode(trx, null, hospital.creditCode)
    const hospitalId = await repository.insertHospital(trx, hospital)
    await putNames(trx, { hospitalId, name: hospital.name, aliases })
    return hospitalId
  })

export const updateHospital = (
  { db }: Scope,
  { hospitalId, version, aliases, ...change }: HospitalUpdate,
): Promise<void> =>
  changingHospitals(db, async (trx) => {
    const before = await repository.findHospital(trx, hospitalId)
    if (!before) throw new Refusal('NOT_FOUND')
    await refuseTakenCode(trx, hospitalId, change.creditCode)
    const isChanged = await repository.updateHospital(trx, hospitalId, change, version)
    if (!isChanged) throw new Refusal('STALE_RECORD')
    if (aliases !== undefined || change.name !== undefined)
      await putNames(trx, {
        hospitalId,
        name: change.name ?? before.name,
        aliases: aliases ?? before.aliases,
      })
  })

/**
 * Moves all names of a hospital to another one, which takes over what it does not say itself, and deletes it. Texts of experts,
 * attendees and agreements stay as they are.
 */
export const mergeHospital = ({ db }: Scope, { hospitalId, intoId, version }: HospitalMerge): Promise<void> =>
  changingHospitals(db, async (trx) => {
    if (hospitalId === intoId) throw refuseField('HOSPITAL_MERGES_ITSELF', 'intoId')
    const [ends, stays] = [
      await repository.findHospital(trx, hospitalId),
      await repository.findHospital(trx, intoId),
    ]
    if (!ends) throw new Refusal('NOT_FOUND')
    if (!stays) throw refuseField('NOT_FOUND', 'intoId')
    await moveNames(trx, hospitalId, intoId)
    if ((await repository.deleteHospitals(trx, [hospitalId], version)) === 0)
      throw new Refusal('STALE_RECORD')
    await repository.updateHospital(trx, intoId, {
      province: stays.province ?? ends.province,
      city: stays.city ?? ends.city,
      level: stays.level ?? ends.level,
      creditCode: stays.creditCode ?? ends.creditCode,
    })
  })

export const settleUnit = ({ db }: Scope, { unit, hospitalId }: UnitSettlement): Promise<void> =>
  changingHospitals(db, async (trx) => {
    if (hospitalId !== null && !(await repository.updateHospital(trx, hospitalId, {})))
      throw refuseField('NOT_FOUND', 'hospitalId')
    await addName(trx, unit, hospitalId, 'unit')
  })

export const removeHospitals = ({ db }: Scope, hospitalIds: readonly number[]): Promise<void> =>
  changingHospitals(db, async (trx) => {
    if ((await repository.deleteHospitals(trx, hospitalIds)) < hospitalIds.length)
      throw new Refusal('NOT_FOUND')
  })
