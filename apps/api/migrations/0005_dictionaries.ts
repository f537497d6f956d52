import { sql, type Kysely } from 'kysely'

type Labels = readonly (readonly [value: string, zh: string, en: string])[]

/** The dictionaries that the service's own values are shown with. */
const BUILT_IN: Record<string, { zh: string; en: string; values: Labels }> = {
  meeting_stage: {
    zh: '会议阶段',
    en: 'Meeting stage',
    values: [
      ['draft', '草稿', 'Draft'],
      ['approved', '已立项', 'Approved'],
      ['inviting', '邀请中', 'Inviting'],
      ['scheduled', '已排期', 'Scheduled'],
      ['agreements', '签署协议', 'Agreements'],
      ['ready', '待召开', 'Ready'],
      ['inSession', '会议中', 'In session'],
      ['materials', '资料收集', 'Materials'],
      ['settlement', '结算中', 'Settlement'],
      ['closed', '已关闭', 'Closed'],
    ],
  },
  audit_status: {
    zh: '审核状态',
    en: 'Audit status',
    values: [
      ['pending', '待审核', 'Pending'],
      ['approved', '已通过', 'Approved'],
      ['rejected', '未通过', 'Rejected'],
    ],
  },
  labor_form: {
    zh: '劳务形式',
    en: 'Kind of labor',
    values: [
      ['lecture', '讲课', 'Lecture'],
      ['chair', '主持', 'Chairing'],
      ['discussion', '讨论', 'Discussion'],
      ['review', '点评', 'Review'],
      ['consulting', '咨询', 'Consulting'],
      ['other', '其他', 'Other'],
    ],
  },
  signature_status: {
    zh: '签署状态',
    en: 'Signature status',
    values: [
      ['unsigned', '未签署', 'Unsigned'],
      ['signed', '已签署', 'Signed'],
    ],
  },
  org_type: {
    zh: '单位类型',
    en: 'Kind of organization',
    values: [
      ['sponsor', '申办方', 'Sponsor'],
      ['executor', '执行单位', 'Executor'],
    ],
  },
  supervision_mode: {
    zh: '督导方式',
    en: 'Kind of supervision',
    values: [
      ['onSite', '现场督导', 'On site'],
      ['online', '线上督导', 'Online'],
      ['spotCheck', '抽查', 'Spot check'],
    ],
  },
}

export async function up(db: Kysely<never>): Promise<void> {
  for (const [dictType, { zh, en, values }] of Object.entries(BUILT_IN)) {
    await sql`insert into dict_type (dict_type, dict_name, dict_name_en, built_in) values (${dictType}, ${zh}, ${en}, true)`.execute(
      db,
    )
    for (const [index, [value, label, labelEn]] of values.entries()) {
      await sql`insert into dict_data (dict_type, dict_value, dict_label, dict_label_en, dict_sort, built_in)
        values (${dictType}, ${value}, ${label}, ${labelEn}, ${index}, true)`.execute(db)
    }
  }
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`delete from dict_type where built_in`.execute(db)
}
