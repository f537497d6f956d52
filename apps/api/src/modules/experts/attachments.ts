/** The file ids in the comma-separated list of a record. */
export const attachmentIds = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))

/** The ids as they are stored, without duplicates. */
export const attachmentList = (fileIds: readonly number[]): string => [...new Set(fileIds)].join(',')
