import { sql, type Kysely } from 'kysely'

type Labels = readonly (readonly [value: string, zh: string, en: string])[]

const DICTIONARIES: Record<string, { zh: string; en: string; values: Labels }> = {
  material_type: {
    zh: '会议资料类型',
    en: 'Kind of meeting material',
    values: [
      ['agenda', '会议日程', 'Agenda'],
      ['slides', '讲课课件', 'Slides'],
      ['signIn', '签到表', 'Sign-in sheet'],
      ['photo', '现场照片', 'Photos'],
      ['video', '会议视频', 'Video'],
      ['report', '会议总结', 'Report'],
      ['other', '其他', 'Other'],
    ],
  },
  audit_result: {
    zh: '稽查结果',
    en: 'Audit result',
    values: [
      ['passed', '通过', 'Passed'],
      ['failed', '不通过', 'Failed'],
      ['noted', '备注', 'Noted'],
    ],
  },
  // The codes of the invoices' QR payload.
  invoice_type: {
    zh: '发票类型',
    en: 'Kind of invoice',
    values: [
      ['01', '增值税专用发票', 'VAT special invoice (paper)'],
      ['04', '增值税普通发票', 'VAT ordinary invoice (paper)'],
      ['08', '增值税电子专用发票', 'VAT special invoice (electronic)'],
      ['10', '增值税电子普通发票', 'VAT ordinary invoice (electronic)'],
      ['11', '增值税普通发票（卷票）', 'VAT ordinary invoice (roll)'],
      ['20', '增值税电子专用发票（代码20）', 'VAT special invoice (electronic, code 20)'],
      ['31', '数电发票（增值税专用发票）', 'Digital VAT special invoice'],
      ['32', '数电发票（普通发票）', 'Digital ordinary invoice'],
      ['51', '数电发票（铁路电子客票）', 'Digital rail ticket'],
      ['other', '其他票据', 'Other'],
    ],
  },
  invoice_source: {
    zh: '发票来源',
    en: 'Source of an invoice',
    values: [
      ['manual', '手工录入', 'Entered by hand'],
      ['recognized', '自动识别', 'Recognized'],
    ],
  },
  supervision_conclusion: {
    zh: '督导结论',
    en: 'Conclusion of a supervision',
    values: [
      ['normal', '正常', 'Normal'],
      ['problem', '存在问题', 'Problem found'],
    ],
  },
}

const TABLES = [
  'meeting_audit_log',
  'meeting_executor_record',
  'meeting_invoice',
  'meeting_material',
  'meeting_supervisor_record',
]

/** What records of all kinds share; they go with their meeting. */
const shared = sql`
  record_id bigint generated always as identity primary key,
  meeting_id bigint not null references meeting on delete cascade,
  create_user_id bigint not null references sys_user,
  version integer not null default 1,
  create_time timestamptz not null default now()
`

async function addDictionaries(db: Kysely<never>): Promise<void> {
  for (const [dictType, { zh, en, values }] of Object.entries(DICTIONARIES)) {
    await sql`insert into dict_type (dict_type, dict_name, dict_name_en, built_in) values (${dictType}, ${zh}, ${en}, true)`.execute(
      db,
    )
    for (const [index, [value, label, labelEn]] of values.entries()) {
      await sql`insert into dict_data (dict_type, dict_value, dict_label, dict_label_en, dict_sort, built_in)
        values (${dictType}, ${value}, ${label}, ${labelEn}, ${index}, true)`.execute(db)
    }
  }
}

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table meeting_audit_log (
      ${shared},
      audit_item text not null,
      audit_result text not null check (audit_result in ('passed', 'failed', 'noted')),
      audit_opinion text,
      audit_time timestamptz not null default now(),
      attachments bigint[] not null default '{}'
    );

    create table meeting_executor_record (
      ${shared},
      task_name text not null,
      person_name text,
      phone text,
      work_content text,
      work_time timestamptz,
      attachments bigint[] not null default '{}'
    );

    create table meeting_invoice (
      ${shared},
      invoice_type text check (invoice_type in ('01', '04', '08', '10', '11', '20', '31', '32', '51', 'other')),
      invoice_code text,
      invoice_number text,
      issue_date date,
      check_code text,
      buyer_name text,
      buyer_tax_id text,
      seller_name text,
      seller_tax_id text,
      amount numeric(14, 2),
      tax_amount numeric(14, 2),
      total_amount numeric(14, 2),
      source text not null default 'manual' check (source in ('manual', 'recognized')),
      file_id bigint references stored_file,
      remark text
    );
    create index meeting_invoice_number on meeting_invoice (invoice_code, invoice_number);

    create table meeting_material (
      ${shared},
      material_type text not null
        check (material_type in ('agenda', 'slides', 'signIn', 'photo', 'video', 'report', 'other')),
      title text not null,
      description text,
      attachments bigint[] not null default '{}'
    );

    create table meeting_supervisor_record (
      ${shared},
      supervisor_name text not null,
      supervision_time timestamptz not null default now(),
      supervision_mode text check (supervision_mode in ('onSite', 'online', 'spotCheck')),
      findings text,
      conclusion text not null check (conclusion in ('normal', 'problem')),
      attachments bigint[] not null default '{}'
    );
  `.execute(db)
  for (const table of TABLES) {
    await sql`create index ${sql.ref(`${table}_meeting`)} on ${sql.table(table)} (meeting_id, record_id)`.execute(
      db,
    )
    await sql`create index ${sql.ref(`${table}_creator`)} on ${sql.table(table)} (create_user_id)`.execute(db)
  }
  await addDictionaries(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const table of TABLES) await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`delete from dict_type where dict_type in (${sql.join(Object.keys(DICTIONARIES))})`.execute(db)
}
