import type { Project } from '@consilium/contract/projects/projects.ts'
import { fillAgreements } from './agreements.ts'
import type { Calendar } from './calendar.ts'
import type { DataSet } from './data-set.ts'
import { fillDimensions } from './dimensions.ts'
import { fillExperts, type ExpertThere } from './experts.ts'
import { fillIntents } from './intents.ts'
import { fillMaterials } from './records/materials.ts'
import { approveMeetings, fillMeetings, fillStages, type MeetingThere } from './meetings.ts'
import { fillOrganizations, fillStaff, type OrganizationThere, type Staff } from './organizations.ts'
import { fillPlans, fillSpecialPlans } from './plans.ts'
import type { Platform, Player } from './platform.ts'
import { fillProjects } from './projects.ts'
import type { Report } from './report.ts'
import { fillTemplate } from './template.ts'

/** The logged-in accounts and the records of the data set. */
export interface Filled {
  staff: Staff[]
  organizations: OrganizationThere[]
  experts: ExpertThere[]
  projects: Project[]
  meetings: MeetingThere[]
}

const managersOf = (staff: readonly Staff[]): Player[] =>
  staff.flatMap(({ roleType, player }) => (roleType === 'manager' ? [player] : []))

/** Creates the organizations, people, projects, meetings and attendees that do not exist yet. */
async function fillMain(platform: Platform, dataSet: DataSet, report: Report): Promise<Filled> {
  const staff = await fillStaff(platform, dataSet, report)
  const managers = managersOf(staff)
  const organizations = await fillOrganizations(platform, dataSet, managers, report)
  const experts = await fillExperts(platform, dataSet, managers, report)
  const projects = await fillProjects(platform, dataSet, { staff, organizations }, managers, report)
  await fillDimensions(organizations, projects, managers[0]!)
  const templateId = await fillTemplate(managers[0]!)
  const cast = { organizations, experts, projects, templateId }
  const meetings = await fillMeetings(platform, dataSet, cast, report)
  return { staff, organizations, experts, projects, meetings }
}

/** Creates everything in the data set, continuing where an earlier run stopped. */
export async function fill(
  platform: Platform,
  dataSet: DataSet,
  calendar: Calendar,
  report: Report,
): Promise<Filled> {
  const { seed } = dataSet
  const filled = await fillMain(platform, dataSet, report)
  const { experts, meetings } = filled
  const cast = { ...filled, managers: managersOf(filled.staff) }
  await fillPlans(platform, cast, seed, report)
  await fillSpecialPlans(platform, cast, calendar, { seed, report })
  await fillIntents(platform, cast, seed, report)
  await approveMeetings(meetings, cast.managers)
  await fillAgreements(experts, meetings, seed, report)
  await fillMaterials(platform, meetings, calendar, { seed, report })
  await fillStages(meetings, cast.managers, report)
  return filled
}
