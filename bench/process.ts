import { readFileSync, writeFileSync } from 'node:fs'

const KIB_PER_MIB = 1024

const memory = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  KIB_PER_MIB

/** Resident memory of a process in MiB. Linux only. */
export const residentMib = (pid: number): number => memory(pid, 'VmRSS')

/** The most that it has had since the last reset, in MiB. */
export const peakMib = (pid: number): number => memory(pid, 'VmHWM')

const TICKS_A_SECOND = 100

/** Processor time of a process so far, in milliseconds. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Fields 14 and 15 of proc(5): in user and in kernel mode.
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
}

/** Makes the peak start again from what the process has now (proc(5)). */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
