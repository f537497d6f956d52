import type { Outcome } from '@consilium/contract/client.ts'
import type { Route } from '@consilium/contract/route.ts'

/** The data of an attempt that has to succeed: for calls that a test makes both to succeed and to be refused. */
export const dataOf = async <T>(attempt: Promise<{ readonly data: T }>): Promise<T> => (await attempt).data

export const refusalOf = ({ status, error }: Pick<Outcome<Route>, 'status' | 'error'>) => ({
  status,
  error: error?.error,
  fields: error?.details?.map(({ field }) => field),
})
