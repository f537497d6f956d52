// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { supportIntentRoutes } from '@consilium/contract/intents/intents.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicityExecutionRoutes, publicitySupportRoutes } from '@consilium/contract/publicity/publicity.ts'
import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import { exportedRows, type ExportRoute } from './exported-rows.ts'
import { freshName, freshPhone, STAFF_NAMES, startApi, type User } from '../harness.ts'
import { intentWorld } from '../intent-world.ts'
import { callsOn, MATERIAL_NAMES, SAMPLES } from '../material-kinds.ts'
import { openWorld } from '../meeting-world.ts'

const BATCH_ROWS = 500

const api = await startApi()
after(() => api.close())
const admin = await api.admin()
const leader = await api.leader()
const world = await openWorld(api)
const { manager, sponsor, executor, rival, project } = world
const english = api.as(manager.token, 'en')

const NAMES: readonly (readonly [ExportRoute, zh: string, en: string])[] = [
  [accountRoutes.export, '账号', 'accounts'],
  [organizationRoutes.export, '单位', 'organizations'],
  [planRoutes.export, '项目方案', 'project-plans'],
  [specialPlanRoutes.export, '专项方案', 'special-plans'],
  [publicitySupportRoutes.export, '公示支持意向', 'support-enquiries'],
  [publicityExecutionRoutes.export, '公示执行意向', 'execution-enquiries'],
  [supportIntentRoutes.export, '支持意向', 'support-intents'],
  [operationLogRoutes.export, '操作日志', 'operation-log'],
  [materialRoutes.meetingAuditLog.export, '资料审核', 'material-reviews'],
  [materialRoutes.meetingExecutor.export, '执行记录', 'execution-records'],
  [materialRoutes.meetingInvoice.export, '会议发票', 'meeting-invoices'],
  [materialRoutes.meetingMaterial.export, '会议资料', 'meeting-materials'],
  [materialRoutes.meetingSupervisor.export, '督导记录', 'supervision-records'],
]

const valuesOf = (row: Record<string, string | null> | undefined, ...titles: string[]) =>
  titles.map((title) => row?.[title])

describe('the lists of the back office as files', () => {
  for (const [route, zh, en] of NAMES)
    it(`${route.path}: is a download with a name in either language, and refused to experts`, async () => {
      for (const [language, name] of [
        ['zh-CN', zh],
        ['en', en],
      ] as const) {
        const reply = await api.as(admin.token, language).attempt(route, { body: {} })
        assert.equal(reply.status, 200)
        assert.equal(reply.headers.get('content-type'), XLSX)
        const disposition = decodeURIComponent(reply.headers.get('content-disposition') ?? '')
        assert.match(disposition, new RegExp(`^attachment;.*${name}-\\d{4}-\\d\\d-\\d\\d\\.xlsx`))
      }
      assert.equal((await api.anonymous.attempt(route, { body: {} })).status, 401)
      const doctor = await api.expert()
      assert.equal((await doctor.attempt(route, { body: {} })).status, 403)
      const bad = await admin.attempt(route, { body: { after: 'x', orderByColumn: 'nothing' } })
      assert.deepEqual(bad.error?.details?.map(({ field }) => field).toSorted(), ['after', 'orderByColumn'])
    })
})

describe('exported intents of the public page', async () => {
  const { createProject, project: shown } = await intentWorld(api)
  const { projectId } = shown

  it('PUB-5: support intents by the filters of the list, with labels and the linked account', async () => {
    const expert = await api.expert({ name: '周医生' })
    const visit = { projectId, name: '访客甲', phone: freshPhone(), source: 'qr' as const }
    await api.anonymous.call(publicitySupportRoutes.submit, {
      body: { ...visit, orgName: '仁和医药', position: '经理', remark: '=1+1' },
    })
    const own = { projectId, name: '周', phone: expert.phone }
    await expert.call(publicitySupportRoutes.submit, { body: own })
    const [row, ...others] = await exportedRows(manager, publicitySupportRoutes.export, {
      projectId,
      linked: 'false',
    })
    assert.equal(others.length, 0)
    assert.deepEqual(
      valuesOf(row, '项目名称', '姓名', '手机号', '单位', '职务', '备注', '来源', '状态', '关联账号'),
      [shown.projectName, visit.name, visit.phone, '仁和医药', '经理', '=1+1', '扫码', '待处理', null],
    )
    const [linked] = await exportedRows(english, publicitySupportRoutes.export, { phone: expert.phone })
    assert.deepEqual(valuesOf(linked, 'Name', 'Source', 'Status', 'Linked account'), [
      '周',
      'Web page',
      'Pending',
      '周医生',
    ])
  })

  it('PUB-5: execution intents, all of them in the requested order', async () => {
    const { projectId: busy } = await createProject()
    const count = BATCH_ROWS * 2 + 7
    const values = Array.from({ length: count }, (_none, n) => ({
      project_id: busy,
      name: `n${String((n * 7919) % count).padStart(5, '0')}`,
      phone: `1${String(n).padStart(10, '0')}`,
      source: 'web' as const,
      hospital: `医院${n}`,
    }))
    await api.db.insertInto('publicity_execution_intent').values(values).execute()
    const order = { projectId: busy, orderByColumn: 'name', isAsc: 'asc' }
    const rows = await exportedRows(manager, publicityExecutionRoutes.export, order)
    assert.deepEqual(
      rows.map((row) => [row['姓名'], row['医院']]),
      values.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, hospital }) => [name, hospital]),
    )
  })
})

describe('exported support intents', async () => {
  const { createProject } = await intentWorld(api)

  it('managers get all with amounts as numbers, sponsors their own', async () => {
    const { projectId, projectNo, projectName } = await createProject()
    const others = await api.sponsor()
    for (const [user, amount] of [
      [sponsor, '120000.50'],
      [others, '800.00'],
    ] as const)
      await user.call(supportIntentRoutes.create, { body: { projectId, amount } })
    const order = { projectId, orderByColumn: 'amount', isAsc: 'desc' }
    const rows = await exportedRows(english, supportIntentRoutes.export, order)
    assert.deepEqual(
      rows.map((row) => valuesOf(row, 'Project no.', 'Project', 'Amount', 'Status')),
      ['120000.5', '800'].map((amount) => [projectNo, projectName, amount, 'Pending']),
    )
    const [own, ...foreign] = await exportedRows(sponsor, supportIntentRoutes.export, { projectId })
    assert.deepEqual(valuesOf(own, '支持金额', '状态'), ['120000.5', '待处理'])
    assert.deepEqual(foreign, [])
  })
})

describe('exported plans', () => {
  it('PLN-1 PLN-3: project plans with submitter, project and review; project leads get those of their projects', async () => {
    const leading = { params: project, body: { leadUserId: leader.userId } }
    await manager.call(projectRoutes.setLead, leading)
    const planName = freshName('方案')
    const body = { planName, planCategory: '学术会议', projectId: project.projectId, isSettled: true }
    const plan = await manager.call(planRoutes.create, { body })
    const decision = { planId: plan.planId, auditStatus: 'approved' as const, auditOpinion: '同意' }
    await manager.call(planRoutes.audit, { body: decision })
    const elsewhere = { planName: freshName('无项目方案') }
    await manager.call(planRoutes.create, { body: elsewhere })
    const [row, ...others] = await exportedRows(leader, planRoutes.export)
    assert.equal(others.length, 0)
    const titles = [
      '方案名称',
      '方案类别',
      '项目编号',
      '项目名称',
      '提交人',
      '是否结算',
      '审核状态',
      '审核意见',
    ]
    assert.deepEqual(valuesOf(row, ...titles), [
      planName,
      '学术会议',
      project.projectNo,
      project.projectName,
      STAFF_NAMES.manager,
      '是',
      '已通过',
      '同意',
    ])
    const names = (await exportedRows(manager, planRoutes.export, { isSettled: 'false' })).map(
      (found) => found['方案名称'],
    )
    assert.deepEqual(names, [elsewhere.planName])
  })

  it('PLN-4: special plans with amounts and times', async () => {
    const body = {
      planName: '基层心衰专项',
      planType: '培训',
      content: '六场培训',
      startTime: '2026-05-01 09:00:00',
      endTime: '2026-09-01 18:00:00',
      budget: '120000.50',
      orgId: sponsor.orgId,
    }
    await manager.call(specialPlanRoutes.create, { body })
    await manager.call(specialPlanRoutes.create, { body: { planName: '停用专项', status: '1' } })
    const rows = await exportedRows(leader, specialPlanRoutes.export, { status: '0' })
    const titles = ['方案名称', '方案类型', '内容', '开始时间', '结束时间', '单位', '附件数', '状态']
    assert.deepEqual(
      rows.map((row) => valuesOf(row, ...titles)),
      [[body.planName, '培训', '六场培训', body.startTime, body.endTime, sponsor.orgName, '0', '正常']],
    )
    assert.equal(Number(rows[0]?.['预算']), 120000.5)
  })
})

describe('exported organizations and accounts', () => {
  it('ORG-1: organizations with their main accounts; main accounts get their own', async () => {
    const [row, ...others] = await exportedRows(executor, organizationRoutes.export)
    assert.equal(others.length, 0)
    assert.deepEqual(valuesOf(row, '单位名称', '单位类型', '主账号', '手机号', '附加税费率', '状态'), [
      executor.orgName,
      '执行单位',
      executor.userName,
      executor.phone,
      null,
      '正常',
    ])
    const filters = { orgType: 'sponsor', orgName: sponsor.orgName }
    const sponsors = await exportedRows(english, organizationRoutes.export, filters)
    assert.deepEqual(
      sponsors.map((found) => valuesOf(found, 'Organization', 'Organization type')),
      [[sponsor.orgName, 'Sponsor']],
    )
  })

  it('ACC-1: accounts with phone, role and status, without passwords', async () => {
    const { userId, userName, phone } = await api.manager()
    await admin.call(accountRoutes.changeStatus, { body: { userId, status: '1' } })
    const [row, ...others] = await exportedRows(admin, accountRoutes.export, { status: '1' })
    assert.equal(others.length, 0)
    const { 创建时间: created, ...rest } = row ?? {}
    assert.ok(created)
    assert.deepEqual(rest, {
      用户名: userName,
      姓名: STAFF_NAMES.manager,
      手机号: phone,
      角色: '项目管理员',
      状态: '停用',
      须修改密码: '否',
    })
  })
})

describe('the exported operation log', () => {
  it('contains who did what to which record, including the export itself', async () => {
    const query = { operation: 'project.create', userId: manager.userId, isAsc: 'asc' }
    const rows = await exportedRows(admin, operationLogRoutes.export, query)
    const row = rows.find((found) => found['对象']?.includes(`projectId=${project.projectId}`))
    assert.deepEqual(valuesOf(row, '用户名', '操作', '结果', '错误'), [
      manager.userName,
      'project.create',
      '200',
      null,
    ])
    assert.equal(row?.['说明'], '新建项目')
    const [entry] = await exportedRows(admin, operationLogRoutes.export, { operation: 'audit.export' })
    assert.equal(entry?.['用户名'], admin.userName)
  })
})

describe('exported records of meetings', async () => {
  const { meetingId, meetingName } = await world.meeting()
  const supervisor = await api.person(executor, 'supervisor')
  const writerOf = (name: (typeof MATERIAL_NAMES)[number]): User =>
    SAMPLES[name].writers.includes('executor') ? executor : supervisor

  for (const name of MATERIAL_NAMES)
    it(`SVC-7 AUT-4: ${name}: the records within reach, by the filters of the list`, async () => {
      const { full, least, found, missed } = SAMPLES[name]
      const on = callsOn(name)
      const { createUserName } = (await on.create(writerOf(name), meetingId, full)).data
      await on.create(writerOf(name), meetingId, least).then(({ data }) => data)
      const { export: route } = materialRoutes[name]
      assert.equal((await exportedRows(executor, route)).length, 2)
      assert.deepEqual(await exportedRows(rival, route), [])
      const [row, ...others] = await exportedRows(sponsor, route, { meetingId, ...found.at(-1) })
      assert.equal(others.length, 0)
      assert.deepEqual(valuesOf(row, '会议名称', '附件数', '创建人'), [meetingName, '0', createUserName])
      const texts = Object.values(full).filter(
        (value) => typeof value === 'string' && /\p{Script=Han}/u.test(value),
      )
      for (const text of texts) assert.ok(Object.values(row ?? {}).includes(String(text)), String(text))
      assert.deepEqual(await exportedRows(sponsor, route, missed[0]), [])
    })

  it('SVC-7: an invoice with its kind, number, date, parties and amounts', async () => {
    const [row] = await exportedRows(sponsor, materialRoutes.meetingInvoice.export, { invoiceType: '10' })
    const { full } = SAMPLES.meetingInvoice
    assert.deepEqual(
      valuesOf(
        row,
        '发票类型',
        '发票代码',
        '发票号码',
        '开票日期',
        '购买方税号',
        '销售方税号',
        '来源',
        '重复使用',
      ),
      [
        '增值税电子普通发票',
        full['invoiceCode'],
        full['invoiceNumber'],
        full['issueDate'],
        full['buyerTaxId'],
        full['sellerTaxId'],
        '手工录入',
        '否',
      ],
    )
    assert.deepEqual(valuesOf(row, '金额', '税额', '价税合计').map(Number), [64.9, 3.89, 68.79])
  })
})
