/** File ids of the comma-separated list that records hold. */
export const attachmentIds = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))

/** The list of ids as it is stored, each once. */
export const attachmentList = (fileIds: readonly number[]): string => [...new Set(fileIds)].join(',')
