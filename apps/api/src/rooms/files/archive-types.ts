import { unzipSync } from 'fflate'

/** The part that every OFD document begins with (GB/T 33190, 7.3). */
const OFD_PART = 'OFD.xml'

/** Whether a ZIP is an OFD document; false for a damaged one. Nothing is unpacked. */
export function isOfd(bytes: Buffer): boolean {
  let isFound = false
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        isFound ||= name === OFD_PART
        return false
      },
    })
  } catch {
    return false
  }
  return isFound
}
