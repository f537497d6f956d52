import { NoAnswer, type Ask } from '@consilium/pades/asking.ts'
import { fetchBytes, FetchFailed } from './bounded-fetch.ts'

/** Asks timestamp authorities and services about certificates, as unknown servers. */
export const askService: Ask = async ({ url, ...request }) => {
  try {
    return await fetchBytes(url, request)
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    throw new NoAnswer(error.message, { isTooLarge: error.isTooLarge, cause: error })
  }
}
