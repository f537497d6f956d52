import type { AnsweredPage, Client } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { operations, type OperationName } from '@consilium/contract/routes.ts'
import type { Fields } from './trip.ts'

const callOf = async <T>(by: Client, name: OperationName, input: object): Promise<T> =>
  (await by.call(operations.find((one) => one.name === name)!.route, input)) as T

/** Reads one record by the id that its path takes. */
export const gets =
  (by: Client, name: OperationName, key: string) =>
  (made: Fields): Promise<Fields> =>
    callOf(by, name, { params: { [key]: made[key] } })

/** Reads one record in its list, whose newest page has it. */
export const finds =
  (by: Client, name: OperationName, key: string, query: (made: Fields) => Fields = () => ({})) =>
  async (made: Fields): Promise<Fields> => {
    const { rows } = await callOf<AnsweredPage<Fields>>(by, name, { query: query(made) })
    return rows.find((row) => row[key] === made[key]) ?? {}
  }

/** The id of a new file of the caller. */
export async function fileOf(by: Client): Promise<number> {
  const file = new File(['%PDF-1.4\n%%EOF\n'], 'file.pdf')
  return (await by.call(fileRoutes.upload, { file })).fileId
}
