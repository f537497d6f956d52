import { z } from 'zod'
import {
  DIMENSION_CARRYING_ERRORS,
  dimensionFilters,
  ProjectDimensionQuery,
} from '../dimensions/carried-dimensions.ts'
import * as f from '../fields.ts'
import { OrgType } from '../persons/persons.ts'
import { projectRecord } from './project-record.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { MEETING_READERS, STAFF_ROLES } from '../accounts/roles.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'

export const Project = z
  .object({
    ...projectRecord.read,
    abilities: f.abilities('update', 'publish', 'assign', 'evaluate', 'createMeeting', 'remove'),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

export const ProjectQuery = f.listQuery(
  {
    projectId: f.queryId.optional(),
    projectNo: f.searchText.optional(),
    projectName: f.searchText.optional(),
    orgId: f.queryId.optional(),
    orgName: f.searchText.optional(),
    orgType: OrgType.optional(),
    isBidProject: f.queryFlag.optional(),
    isPublished: f.queryFlag.optional(),
    createUserId: f.queryId.optional(),
    createUserName: f.searchText.optional(),
    leadUserId: f.queryId.optional(),
    leadUserName: f.searchText.optional(),
    startTime: f.atTime.optional(),
    endTime: f.atTime.optional(),
    sponsorAdminUserIds: f.queryIds.optional(),
    execAdminUserIds: f.queryIds.optional(),
    ...dimensionFilters,
    managerScore: f.score.optional(),
    execOrgName: f.searchText.optional().meta({
      deprecated: true,
      description: 'Deprecated, still accepted: part of an executor name. Use execAdminUserIds.',
    }),
    ...f.timeRange('StartTime'),
  },
  projectRecord.ordered,
)
export type ProjectQuery = z.output<typeof ProjectQuery>

export const ProjectCreate = z.strictObject(projectRecord.create)
export type ProjectCreate = z.output<typeof ProjectCreate>

export const ProjectUpdate = z.strictObject({
  projectId: f.id,
  version: f.version,
  ...projectRecord.update,
})
export type ProjectUpdate = z.output<typeof ProjectUpdate>

/** Evaluations of a project that are shown; earlier ones are kept. */
export const EVALUATIONS_MAX = 50

export const ProjectScore = z.strictObject({
  managerScore: f.score.nullable(),
  comment: f.optionalText(f.NOTE_MAX).meta({ description: 'Why; only the platform’s staff read it' }),
})
export type ProjectScore = z.output<typeof ProjectScore>

export const ProjectEvaluation = z
  .object({
    evaluationId: f.id.meta({ description: 'Later evaluations have greater ids' }),
    managerScore: f.decimal.nullable().meta({ description: 'Null: the score was taken back, or not given' }),
    comment: z.string().nullable().meta({ description: 'Why it was given' }),
    createUserName: z.string().nullable().meta({ description: 'Who scored it' }),
    createTime: z.string(),
  })
  .meta({ id: 'ProjectEvaluation' })
export type ProjectEvaluation = z.infer<typeof ProjectEvaluation>

const tag = 'Projects'
const params = z.object({ projectId: f.queryId })

export const projectRoutes = {
  list: {
    method: 'GET',
    path: '/business/project/list',
    access: MEETING_READERS,
    tag,
    summary: 'List projects within reach of the caller',
    query: ProjectQuery,
    answer: page(Project),
  },
  export: {
    method: 'POST',
    path: '/business/project/export',
    access: MEETING_READERS,
    tag,
    summary: 'Export projects as an XLSX file, with the filters of the list',
    body: exportBody(ProjectQuery),
    answer: file(XLSX),
  },
  leadOptions: {
    method: 'GET',
    path: '/business/project/leadOptions',
    access: ['admin', 'manager'],
    tag,
    summary: 'At most five accounts that can lead a project',
    query: z.strictObject({ keyword: f.searchText.optional() }),
    answer: data(z.array(f.option.meta({ id: 'Option' }))),
  },
  dimensionOptions: {
    method: 'GET',
    path: '/business/project/{projectId}/dimensionOptions',
    access: MEETING_READERS,
    tag,
    summary: `At most ${f.OPTIONS_MAX} entries of the project's sponsors that it or its meetings may carry, as far as the caller knows these sponsors`,
    params,
    query: ProjectDimensionQuery,
    answer: data(z.array(f.option.meta({ id: 'DimensionOption' }))),
  },
  get: {
    method: 'GET',
    path: '/business/project/{projectId}',
    access: MEETING_READERS,
    tag,
    summary: 'Read one project',
    params,
    answer: data(Project),
  },
  create: {
    method: 'POST',
    path: '/business/project',
    target: ['orgId', 'projectId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Create a project, with those it is assigned to',
    body: ProjectCreate,
    answer: data(Project),
    errors: [
      'PROJECT_NO_TAKEN',
      'PERIOD_REVERSED',
      'ORGANIZATION_NOT_ASSIGNABLE',
      'LEAD_NOT_ELIGIBLE',
      'PORTFOLIO_LIMITED',
      ...DIMENSION_CARRYING_ERRORS,
    ],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/project',
    target: ['projectId', 'orgId'],
    access: ['admin', 'manager', 'leader'],
    tag,
    summary: 'Change a project; omitted fields are left unchanged',
    body: ProjectUpdate,
    answer: data(Project),
    errors: [
      'NOT_FOUND',
      'STALE_RECORD',
      'PROJECT_NO_TAKEN',
      'PERIOD_REVERSED',
      ...DIMENSION_CARRYING_ERRORS,
      'DIMENSION_NARROWED',
    ],
  },
  assignSponsors: {
    method: 'PUT',
    path: '/business/project/{projectId}/sponsors',
    target: ['projectId', 'sponsorAdminUserIds'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Assign the sponsors of a project by their main accounts',
    params,
    body: z.strictObject({ sponsorAdminUserIds: f.idBody }),
    answer: data(Project),
    errors: ['ORGANIZATION_NOT_ASSIGNABLE', 'PORTFOLIO_LIMITED'],
  },
  assignExecutors: {
    method: 'PUT',
    path: '/business/project/{projectId}/executors',
    target: ['projectId', 'execAdminUserIds'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Assign the executors of a project by their main accounts',
    params,
    body: z.strictObject({ execAdminUserIds: f.idBody }),
    answer: data(Project),
    errors: ['ORGANIZATION_NOT_ASSIGNABLE', 'EXECUTOR_HAS_MEETINGS'],
  },
  setLead: {
    method: 'PUT',
    path: '/business/project/{projectId}/lead',
    target: ['projectId', 'leadUserId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Set or remove the project lead',
    params,
    body: z.strictObject({ leadUserId: f.id.nullable() }),
    answer: data(Project),
    errors: ['LEAD_NOT_ELIGIBLE'],
  },
  evaluate: {
    method: 'PUT',
    path: '/business/project/{projectId}/evaluation',
    target: ['projectId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Score a project, with a comment',
    params,
    body: ProjectScore,
    answer: data(Project),
  },
  evaluations: {
    method: 'GET',
    path: '/business/project/{projectId}/evaluations',
    access: STAFF_ROLES,
    tag,
    summary: `Read the latest ${EVALUATIONS_MAX} scores of a project, newest first`,
    params,
    answer: data(z.array(ProjectEvaluation)),
  },
  remove: {
    method: 'DELETE',
    path: '/business/project/{projectId}',
    target: ['projectId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Delete projects without references',
    params: z.object({ projectId: f.pathIds }),
    answer: data(z.null()),
    errors: ['RECORD_IN_USE'],
  },
} as const satisfies RouteTable
