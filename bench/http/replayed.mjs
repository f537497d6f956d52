// What the peers answer from: the statements that our service has run for the same request, with the same values.
import pg from 'pg'

/** @param {{ url: string, timeZone: string, statements: { text: string, values: unknown[] }[] }} given */
export function openDatabase({ url, statements, timeZone }) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: { getTypeParser },
    options: `-c timezone=${timeZone}`,
  })
  const [session, keys, rows] = statements.map(({ text, values }, index) => ({
    name: `s${index}`,
    text,
    values,
  }))
  return {
    caller: async () => (await pool.query(session)).rows[0],
    page: async () => {
      const { total } = (await pool.query(keys)).rows[0]
      return { code: 200, msg: 'OK', total: Number(total), rows: (await pool.query(rows)).rows }
    },
    close: () => pool.end(),
  }
}

const INT8 = 20
const TIMESTAMPTZ = 1184
const TIME_LENGTH = 'yyyy-MM-dd HH:mm:ss'.length

/** Identifiers as numbers and times as text, as the service reads them. */
function getTypeParser(oid, format) {
  if (oid === INT8) return Number
  if (oid === TIMESTAMPTZ) return (text) => text.slice(0, TIME_LENGTH)
  return pg.types.getTypeParser(oid, format)
}
