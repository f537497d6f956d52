import { fileURLToPath } from 'node:url'

/** The folder of an installation of each released version, which `npm run fixture` makes. */
export const RELEASES = fileURLToPath(new URL('../fixtures/releases', import.meta.url))
/** What an archive has: the database as statements, and below a folder the data folder with files and keys. */
export const DUMP = 'database.sql'
export const DATA = 'data'

/** Those installations hold made-up data only. */
export const RELEASE_MASTER_KEY = Buffer.alloc(32, 'a key of releases ').toString('base64')
export const RELEASE_ADMIN_PASSWORD = 'Released-before-1'
