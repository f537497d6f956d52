import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import { forEach } from './crew.ts'
import type { DataSet, PlannedProject } from './data-set.ts'
import type { OrganizationThere, Staff } from './organizations.ts'
import { readAll, type Platform, type Player } from './platform.ts'
import { illustrate } from './pictures/project-pictures.ts'
import type { Report } from './report.ts'

export interface Owners {
  staff: readonly Staff[]
  organizations: readonly OrganizationThere[]
}

async function make(manager: Player, { fields, sponsors }: PlannedProject, { organizations }: Owners) {
  const orgId = organizations[sponsors[0]!]!.record.orgId
  const data = await manager.call(projectRoutes.create, { body: { ...fields, orgId } })
  return data
}

/** Sets the organizations, the lead and the score that are still missing. */
async function assign(
  manager: Player,
  project: Project,
  planned: PlannedProject,
  { staff, organizations }: Owners,
): Promise<Project> {
  const params = { projectId: project.projectId }
  const accounts = (places: readonly number[]) => places.map((place) => organizations[place]!.main.userId)
  const sponsorAdminUserIds = accounts(planned.sponsors)
  if (project.sponsorAdminUserIds.length === 0)
    await manager.call(projectRoutes.assignSponsors, { params, body: { sponsorAdminUserIds } })
  const execAdminUserIds = accounts(planned.executors)
  if (project.execAdminUserIds.length === 0)
    await manager.call(projectRoutes.assignExecutors, { params, body: { execAdminUserIds } })
  const leadUserId = planned.lead === null ? null : staff[planned.lead]!.player.userId
  if (leadUserId !== null && project.leadUserId === null)
    await manager.call(projectRoutes.setLead, { params, body: { leadUserId } })
  const body = { managerScore: planned.score }
  if (planned.score !== null && project.managerScore === null)
    await manager.call(projectRoutes.evaluate, { params, body })
  const data = await manager.call(projectRoutes.get, { params })
  return data
}

/** Managers create the projects and assign them. */
export async function fillProjects(
  { admin }: Platform,
  { projects }: DataSet,
  owners: Owners,
  managers: readonly Player[],
  report: Report,
): Promise<Project[]> {
  const known = await readAll((query) => admin.call(projectRoutes.list, { query }))
  const byNumber = new Map(known.map((project) => [project.projectNo, project]))
  const there: Project[] = []
  const counting = report.part('projects', projects.length)
  await forEach(projects, async (planned, place) => {
    const manager = managers[place % managers.length]!
    const project = byNumber.get(planned.fields.projectNo) ?? (await make(manager, planned, owners))
    there[place] = await assign(manager, project, planned, owners)
  })
  await illustrate(managers[0]!, there)
  counting.end()
  return there
}
