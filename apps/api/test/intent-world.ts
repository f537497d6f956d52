import type { CallInput, Client } from '@consilium/contract/client.ts'
import { projectRoutes, type ProjectCreate } from '@consilium/contract/projects/projects.ts'
import { publicityExecutionRoutes, publicitySupportRoutes } from '@consilium/contract/publicity/publicity.ts'
import { freshName, freshPhone, type Api } from './harness.ts'

export const UNKNOWN_ID = 8_999_999_999_999_999
export const AT_ONCE = 50
export const PAST = '2020-01-01 00:00:00'

export const NOT_FOUND = { status: 404, error: 'NOT_FOUND', fields: undefined }
/** The refusal for a project that is not open to intents. */
export const NOT_OPEN = { status: 404, error: 'NOT_FOUND', fields: ['projectId'] }
export const STALE = { status: 409, error: 'STALE_RECORD', fields: undefined }
export const DECIDED = { status: 409, error: 'INTENT_DECIDED', fields: undefined }
export const inUseBy = (kind: string) => ({ status: 409, error: 'RECORD_IN_USE', fields: [kind] })
export const exists = (field: string) => ({ status: 409, error: 'INTENT_EXISTS', fields: [field] })

type Submission = CallInput<typeof publicitySupportRoutes.submit>['body']
type SignUp = CallInput<typeof publicityExecutionRoutes.submit>['body']

/** A manager, a project that is open to intents, and the calls of visitors. */
export async function intentWorld(api: Api) {
  const manager = await api.manager()

  async function createProject(given: Partial<ProjectCreate> = {}) {
    const body = { projectName: freshName('公示项目'), isPublished: true, ...given }
    return await manager.call(projectRoutes.create, { body })
  }

  const project = await createProject()
  const visitor = () => ({ projectId: project.projectId, name: '访客', phone: freshPhone() })

  const submit = (caller: Client, body: Partial<Submission> = {}) =>
    caller.attempt(publicitySupportRoutes.submit, { body: { ...visitor(), ...body } })
  const signUp = (caller: Client, body: Partial<SignUp> = {}) =>
    caller.attempt(publicityExecutionRoutes.submit, { body: { ...visitor(), ...body } })
  const read = (intentId: number) => manager.call(publicitySupportRoutes.get, { params: { intentId } })
  const readSignUp = (intentId: number) =>
    manager.call(publicityExecutionRoutes.get, { params: { intentId } })

  return {
    manager,
    createProject,
    project,
    submit,
    signUp,
    read,
    readSignUp,
    /** Submits a support intent as a visitor. */
    submitted: async (body: Partial<Submission> = {}) =>
      read((await submit(api.anonymous, body)).data.intentId),
  }
}
