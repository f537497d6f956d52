/** The header row of an import, as the template has it. */
export const TITLES = [
  '姓名',
  '手机号',
  '用户名',
  '部门',
  '职务',
  '角色',
  '开户地区',
  '初始密码（选填）',
] as const

export type TableRow = [
  name: string,
  phone: string,
  userName: string,
  department: string,
  position: string,
  role: string,
  bankRegion: string,
  password: string,
]

/** A row of the table and the expected message; null if the row is accepted. */
export interface Line {
  cells: TableRow
  refusal: RegExp | null
}

/** Number of rows of the large import. */
export const IMPORT_SIZE = 10_000
/** Phones of the table in fixtures/people-libreoffice.xlsx begin with 1 and this. */
export const LIBREOFFICE_PREFIX = '31'

const SURNAMES = '王李张刘陈杨赵黄周吴'
const HEADER_ROWS = 1
const FIRST_ROW = HEADER_ROWS + 1
const PERIOD = 20

/** Faults of some rows of each twenty, with the expected reason. */
const FLAWS: Readonly<Record<number, { change: (row: TableRow) => void; refusal: RegExp }>> = {
  3: { change: (row) => (row[1] = '20012345'), refusal: /^手机号：不是11位手机号/ },
  5: { change: (row) => (row[0] = ''), refusal: /^姓名：必填$/ },
  7: { change: (row) => (row[5] = '合规'), refusal: /^角色：须为督导、会务执行或财务$/ },
  9: { change: (row) => (row[2] = 'ab'), refusal: /^用户名：/ },
  11: { change: (row) => (row[3] = '部'.repeat(101)), refusal: /^部门：/ },
}
const REPEATS_PHONE = 13
const REPEATS_USER_NAME = 15

/**
 * Rows whose phones contain the prefix of two digits. Of each twenty, five are invalid and two repeat the row before
 * them.
 */
export function peopleTable(prefix: string, count: number): Line[] {
  const lines: Line[] = []
  for (let n = 0; n < count; n++) {
    const phone = `1${prefix}${String(n).padStart(8, '0')}`
    const name = `${SURNAMES[n % SURNAMES.length]}会务${n}`
    const role = n % 2 === 0 ? '督导' : '会务执行'
    const cells: TableRow = [name, phone, `import_${prefix}_${n}`, '会务部', '专员', role, '北京市海淀区', '']
    const flaw = FLAWS[n % PERIOD]
    flaw?.change(cells)
    let refusal = flaw?.refusal ?? null
    const before = lines[n - 1]
    if (before && n % PERIOD === REPEATS_PHONE) {
      cells[1] = before.cells[1]
      refusal = new RegExp(`^手机号与第${n - 1 + FIRST_ROW}行重复$`)
    }
    if (before && n % PERIOD === REPEATS_USER_NAME) {
      cells[2] = before.cells[2].toUpperCase()
      refusal = new RegExp(`^用户名与第${n - 1 + FIRST_ROW}行重复$`)
    }
    lines.push({ cells, refusal })
  }
  return lines
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The table as CSV, with the header row. */
export const asCsv = (rows: readonly (readonly string[])[]): string =>
  [TITLES, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')
