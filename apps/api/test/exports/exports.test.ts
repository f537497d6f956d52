// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { feeRuleNames } from '@consilium/contract/fees/fee-rule-names.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import { createSheetReader } from '../../src/infra/spreadsheet/sheet-reader.ts'
import { exportedRows } from './exported-rows.ts'
import { startApi } from '../harness.ts'
import { IDENTITY, openWorld, seasonClock } from '../meeting-world.ts'
import { asCsv, peopleTable } from '../people-table.ts'
import { partsOf } from '@consilium/sheets/test/workbook-file.ts'

const BATCH_ROWS = 500

const api = await startApi({ clock: seasonClock })
const reader = createSheetReader({ threads: 1 })
after(async () => {
  await reader.close()
  await api.close()
})
const admin = await api.admin()
const world = await openWorld(api)
const { manager, sponsor, executor, project } = world

const exportRoutes = [
  personRoutes.export,
  expertRoutes.export,
  projectRoutes.export,
  meetingRoutes.export,
  attendeeRoutes.export,
] as const

describe('an exported list', () => {
  it('is a download of unknown length under the name of the list', async () => {
    const names = ['人员', '专家', '项目', '会议', '参会专家']
    for (const [index, route] of exportRoutes.entries()) {
      const { headers, status } = await manager.attempt(route, { body: {} })
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), XLSX)
      assert.equal(headers.get('accept-ranges'), 'none')
      const name = decodeURIComponent(
        /UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '',
      )
      assert.match(name, new RegExp(`^${names[index]}-2026-\\d\\d-\\d\\d\\.xlsx$`))
    }
  })

  it('accepts the filters of the list as JSON, or none, and names unknown ones', async () => {
    const bare = await api.raw(projectRoutes.export.path, { method: 'POST', token: manager.token })
    assert.equal(bare.status, 200)
    const unset = { projectName: '', orgType: '', isBidProject: null }
    assert.equal((await exportedRows(manager, projectRoutes.export, unset)).length, 1)
    const numbers = { execAdminUserIds: [executor.userId], isBidProject: false, createUserId: manager.userId }
    assert.equal((await exportedRows(manager, projectRoutes.export, numbers)).length, 1)
    const text = { execAdminUserIds: String(executor.userId), isBidProject: 'true' }
    assert.equal((await exportedRows(manager, projectRoutes.export, text)).length, 0)
    for (const body of [
      { after: 'x' },
      { orgType: 'x' },
      { isBidProject: 'x' },
      { execAdminUserIds: ['x'] },
    ]) {
      const { status, error } = await manager.attempt(projectRoutes.export, { body })
      assert.deepEqual([status, error?.details?.[0]?.field.split('.')[0]], [400, Object.keys(body)[0]])
    }
  })

  it('contains all rows in the order of the list, across batches, and is in the operation log', async () => {
    const lines = peopleTable('35', BATCH_ROWS * 4)
    const file = new File([asCsv(lines.map(({ cells }) => cells))], 'people.csv')
    const data = await executor.call(personRoutes.import, { file })
    assert.ok(data.succeeded > BATCH_ROWS * 2)
    const order = { orderByColumn: 'name', isAsc: 'asc' } as const
    const rows = await exportedRows(executor, personRoutes.export, order)
    const listed: string[] = []
    // The main account is in both.
    for (let pageNum = 1; listed.length <= data.succeeded; pageNum++) {
      const page = await executor.call(personRoutes.executorList, {
        query: { ...order, pageNum, pageSize: 200 },
      })
      listed.push(...page.rows.map(({ phone }) => phone))
    }
    assert.deepEqual(
      rows.map((row) => row['手机号']),
      listed,
    )
    const one = await exportedRows(executor, personRoutes.export, {
      phone: lines[0]!.cells[1],
      role: 'supervisor',
    })
    assert.deepEqual(
      one.map((row) => [row['单位类型'], row['角色'], row['状态'], row['单位']]),
      [['执行单位', '督导', '正常', executor.orgName]],
    )
    const log = await admin.call(operationLogRoutes.list, { query: { pageSize: 1 } })
    assert.deepEqual([log.rows[0]?.operation, log.rows[0]?.userId], ['person.export', executor.userId])
  })

  it('AUT-4: contains only what the caller may see', async () => {
    const rival = await exportedRows(world.rival, personRoutes.export)
    assert.deepEqual(
      rival.map((row) => row['手机号']),
      [world.rival.phone],
    )
    await world.meeting({ execUserId: executor.userId })
    assert.equal((await exportedRows(executor, meetingRoutes.export)).length, 1)
    assert.deepEqual(await exportedRows(world.rival, meetingRoutes.export), [])
  })

  it('shows labels in the requested language', async () => {
    const english = { ...manager, ...api.as(manager.token, 'en') }
    const [row] = await exportedRows(english, meetingRoutes.export)
    assert.deepEqual([row?.['Stage'], row?.['Project']], ['Approved', project.projectName])
    assert.equal((await exportedRows(manager, meetingRoutes.export))[0]?.['当前阶段'], '已批准')
  })

  it('has no cell that a spreadsheet would evaluate', async () => {
    const projectName = '=HYPERLINK("http://x")'
    await manager.call(projectRoutes.create, { body: { projectName, description: '@SUM(1)' } })
    const { bytes } = await manager.call(projectRoutes.export, { body: { projectName } })
    const [, row] = await reader.read(Buffer.from(bytes))
    assert.ok(row?.cells.includes(projectName), 'read back as it was')
    for (const [name, xml] of await partsOf(bytes)) {
      assert.doesNotMatch(xml, /<f[ >]|<t[^>]*>[=@]/)
      if (name.includes('sheet1')) assert.match(xml, /<t>'=HYPERLINK.*<t>'@SUM/)
    }
  })
})

describe('exported experts', () => {
  it('EXP-2: identity and bank numbers are masked', async () => {
    const expert = await api.expert()
    const data = await expert.call(expertRoutes.me, {})
    await expert.call(expertRoutes.updateMe, { body: { version: data.version, ...IDENTITY } })
    const [row] = await exportedRows(manager, expertRoutes.export, { phone: expert.phone })
    assert.deepEqual(
      [row?.['姓名'], row?.['证件号码'], row?.['银行账号'], row?.['开户地区'], row?.['审核状态']],
      ['李文博', '110105********002X', '6222***********5678', IDENTITY.bankRegion, '待审核'],
    )
  })

  it('ATT-2: attendees with every amount; phones and banks only for those who may see them', async () => {
    const { meetingId } = await world.meeting()
    const { phone } = await api.expert()
    const body = { meetingId, phone, laborFee: '30000.00', bankRegion: '北京市', summary: '+讲得好' }
    const data = await executor.call(attendeeRoutes.create, { body })
    const [row] = await exportedRows(executor, attendeeRoutes.export, { meetingId })
    const amounts = ['应付金额', '增值税', '附加税费', '增值税及附加', '个人所得税', '实付金额']
    assert.deepEqual(
      amounts.map((title) => Number(row?.[title])),
      [
        data.payableAmount,
        data.vatAmount,
        data.surchargeAmount,
        data.vatAndSurcharges,
        data.incomeTax,
        data.netAmount,
      ].map(Number),
    )
    assert.deepEqual(
      [
        row?.['手机号'],
        row?.['开户地区'],
        row?.['小结'],
        row?.['劳务形式'],
        row?.['签署状态'],
        row?.['计税规则'],
      ],
      [phone, '北京市', '+讲得好', '讲课', '未签署', feeRuleNames(data.feeRuleVersion, 'zh-CN').join('；')],
    )
    const [masked] = await exportedRows(sponsor, attendeeRoutes.export, { meetingId })
    assert.deepEqual(
      await exportedRows(sponsor, attendeeRoutes.export, { meetingId, phone }),
      [],
      'what is masked cannot be searched for',
    )
    assert.deepEqual(
      [masked?.['手机号'], masked?.['开户地区'], masked?.['实付金额']],
      [`${phone.slice(0, 3)}****${phone.slice(-4)}`, null, row?.['实付金额']],
    )
  })
})
