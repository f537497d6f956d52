import { expertRoutes, type Expert } from '@consilium/contract/experts/experts.ts'
import { forEach } from './crew.ts'
import type { DataSet, PlannedExpert } from './data-set.ts'
import { upload } from './files.ts'
import { drawIdentityCard } from './pictures/pictures.ts'
import { enter, readAll, type Platform, type Player } from './platform.ts'
import { AUDIT_OPINIONS } from './plan/project-words.ts'
import { choosePreferences, confirmMail } from './preferences.ts'
import { createRandom } from './random.ts'
import type { Report } from './report.ts'

export interface ExpertThere {
  planned: PlannedExpert
  record: Expert
  /** The session of an active expert, null for others. */
  player: Player | null
}

/** Pictures of both sides of the identity card. */
async function uploadCard(manager: Player, seed: number): Promise<string> {
  const random = createRandom(seed)
  const sides = [
    await upload(manager, 'identity-card-front.png', drawIdentityCard(random, 'front')),
    await upload(manager, 'identity-card-back.png', drawIdentityCard(random, 'back')),
  ]
  return sides.join(',')
}

async function enrol(
  manager: Player,
  { profile, hasIdentityCard }: PlannedExpert,
  seed: number,
): Promise<Expert> {
  const card = hasIdentityCard ? { idCardAttachments: await uploadCard(manager, seed) } : {}
  const data = await manager.call(expertRoutes.create, { body: { ...profile, ...card } })
  return data
}

async function decide(manager: Player, { audit }: PlannedExpert, record: Expert): Promise<Expert> {
  if (audit === 'pending' || record.auditStatus === audit) return record
  const { expertId, version } = record
  const body = { expertId, version, auditStatus: audit, auditOpinion: AUDIT_OPINIONS[audit] }
  const data = await manager.call(expertRoutes.update, { body })
  return data
}

/** Managers create experts by phone and review them; active experts log in. */
export async function fillExperts(
  platform: Platform,
  { experts, seed }: DataSet,
  managers: readonly Player[],
  report: Report,
): Promise<ExpertThere[]> {
  const known = await readAll((query) => platform.admin.call(expertRoutes.list, { query }))
  const byPhone = new Map(known.map((expert) => [expert.phone, expert]))
  const there: ExpertThere[] = []
  const counting = report.part('experts', experts.length)
  const make = async (planned: PlannedExpert, place: number) => {
    const manager = managers[place % managers.length]!
    const { phone } = planned.profile
    const enrolled = byPhone.get(phone) ?? (await enrol(manager, planned, seed + place))
    const record = await decide(manager, planned, enrolled)
    const player = planned.active ? await enter(platform, phone, phone) : null
    if (player) {
      await choosePreferences(player, place)
      await confirmMail(platform, player, place)
    }
    there[place] = { planned, record, player }
  }
  await forEach(experts, make, counting.tell)
  counting.end()
  return there
}
