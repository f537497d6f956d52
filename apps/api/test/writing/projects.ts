import { fileRoutes } from '@consilium/contract/files/files.ts'
import { executionIntentRoutes, supportIntentRoutes } from '@consilium/contract/intents/intents.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { projectPictureRoutes } from '@consilium/contract/projects/project-pictures.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicityExecutionRoutes, publicitySupportRoutes } from '@consilium/contract/publicity/publicity.ts'
import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import { freshName, freshPhone, type Api, type User } from '../harness.ts'
import { plainPicture } from '../plain-picture.ts'

export async function projects(api: Api, manager: User): Promise<void> {
  const { projectId, version } = await manager.call(projectRoutes.create, {
    body: { projectName: freshName('项目') },
  })
  await manager.call(projectRoutes.update, { body: { projectId, version, description: '说明' } })
  const leader = await api.leader()
  await manager.call(projectRoutes.setLead, {
    params: { projectId },
    body: { leadUserId: leader.userId },
  })
  await manager.call(projectRoutes.evaluate, { params: { projectId }, body: { managerScore: '4.5' } })
  const bytes = await plainPicture(640, 480).png().toBuffer()
  const { fileId } = await manager.call(fileRoutes.upload, {
    file: new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' }),
  })
  const picture = await manager.call(projectPictureRoutes.create, {
    params: { projectId },
    body: { fileId, caption: '会场', mayBePublished: true },
  })
  const { pictureId } = picture
  await manager.call(projectPictureRoutes.arrange, {
    params: { projectId },
    body: { pictures: [{ pictureId, version: picture.version, caption: '主会场' }] },
  })
  await manager.call(projectPictureRoutes.remove, {
    params: { projectId, pictureId: String(pictureId) },
  })
  await manager.call(projectRoutes.remove, { params: { projectId: String(projectId) } })
}

export async function plans(manager: User): Promise<void> {
  const { planId, version } = await manager.call(planRoutes.create, { body: { planName: '方案' } })
  await manager.call(planRoutes.update, { body: { planId, version, remark: '备注' } })
  await manager.call(planRoutes.audit, { body: { planId, auditStatus: 'rejected', auditOpinion: '补充' } })
  await manager.call(planRoutes.remove, { params: { planId: String(planId) } })
  const special = await manager.call(specialPlanRoutes.create, { body: { planName: '专项' } })
  const { specialPlanId } = special
  await manager.call(specialPlanRoutes.update, {
    body: { specialPlanId, version: special.version, content: '内容' },
  })
  await manager.call(specialPlanRoutes.changeStatus, { body: { specialPlanId, status: '1' } })
  await manager.call(specialPlanRoutes.remove, { params: { specialPlanId: String(specialPlanId) } })
}

/** Intents of organizations, and those that visitors submit on the public pages. */
export async function intents(api: Api, manager: User, sponsor: User): Promise<void> {
  const { projectId } = await manager.call(projectRoutes.create, {
    body: { projectName: freshName('公示项目'), isPublished: true },
  })
  for (const [routes, by] of [
    [supportIntentRoutes, sponsor],
    [executionIntentRoutes, await api.expert()],
  ] as const) {
    const { intentId, version } = await by.call(routes.create, { body: { projectId } })
    await by.call(routes.update, { body: { intentId, version, remark: '尽快' } })
    await manager.call(routes.changeStatus, { body: { intentId, status: 'contacted' } })
    await manager.call(routes.remove, { params: { intentId: String(intentId) } })
  }
  const visitor = () => ({ projectId, name: '访客', phone: freshPhone() })
  for (const routes of [publicitySupportRoutes, publicityExecutionRoutes]) {
    const { intentId } = await api.anonymous.call(routes.submit, { body: visitor() })
    await manager.call(routes.update, { body: { intentId, version: 1, name: '访客二' } })
    await manager.call(routes.changeStatus, { body: { intentId, status: 'contacted' } })
    await manager.call(routes.remove, { params: { intentId: String(intentId) } })
  }
}
