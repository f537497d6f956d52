import type { BankPreset } from '@consilium/contract/bank-files/bank-files.ts'
import type { PresetPreview, PreviewedFile } from '@consilium/contract/bank-files/bank-presets.ts'
import { BATCH_MAKERS } from '@consilium/contract/batches/batch-access.ts'
import { allows } from '@consilium/contract/route.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { refuseField } from '../../infra/refusal.ts'
import type { Payer } from '../organizations/service.ts'
import { previewRows, type BankPayment, type PayingAccount } from './drawing.ts'
import { formOf } from './own-presets.ts'
import * as own from './own-repository.ts'
import { PRESETS, presetById } from './presets.ts'
import { maskedPayer, maskedPayment, SAMPLE_PAYER, SAMPLE_PAYMENTS } from './previewing.ts'

/** What a batch names its form by, and the version of an own one that it was locked with. */
interface Chosen {
  preset: string
  bankPresetId: number | null
}

const OWN = /^own-(\d{1,16})$/

interface Scope extends Pick<Context, 'db' | 'clock'> {
  payerOf(actor: Actor, orgId: number | undefined): Promise<Payer>
  payingAccount(within: Db, orgId: number): Promise<PayingAccount | null>
}

/** The forms of bank files that a payer has: those that are built in and its own. */
export function createForms({ db, clock, payerOf, payingAccount }: Scope) {
  return {
    /** The built-in forms and, for people of a payer, those of its own that hold today. */
    async presets(actor: Actor): Promise<BankPreset[]> {
      if (!allows(BATCH_MAKERS, actor)) return [...PRESETS]
      const { orgId } = await payerOf(actor, undefined)
      return [...PRESETS, ...(await own.versionsOn(db, orgId, clock.today())).map(formOf)]
    },

    /**
     * The form that a payer names for a day of payment, with the version of an own one. Throws NOT_FOUND for one that is not the
     * payer's, and BANK_PRESET_NOT_VALID on a day on which it does not hold. Undefined: there is no such built-in form.
     */
    async formFor(
      within: Db,
      { orgId, preset, day }: { orgId: number; preset: string; day: string },
    ): Promise<{ form: BankPreset; bankPresetId: number | null } | undefined> {
      const seriesId = OWN.exec(preset)?.[1]
      if (seriesId === undefined) {
        const form = presetById(preset)
        return form && { form, bankPresetId: null }
      }
      if (!(await own.findVersion(within, { orgId, presetId: Number(seriesId) }, day)))
        throw refuseField('NOT_FOUND', 'preset')
      const row = (await own.versionsOn(within, orgId, day)).find(
        (each) => each.seriesId === Number(seriesId),
      )
      if (!row) throw refuseField('BANK_PRESET_NOT_VALID', 'preset')
      return { form: formOf(row), bankPresetId: row.presetId }
    },

    /** The form that a batch was locked with, as it was then. */
    async formOf(within: Db, { preset, bankPresetId }: Chosen): Promise<BankPreset | undefined> {
      if (bankPresetId === null) return presetById(preset)
      const row = await own.versionOf(within, bankPresetId, clock.today())
      return row && formOf(row)
    },

    /** What a file would say of some payments, or of samples, with numbers masked. */
    async preview(
      { format, columns }: PresetPreview,
      { orgId, payments = SAMPLE_PAYMENTS }: { orgId: number; payments?: readonly BankPayment[] },
    ): Promise<Pick<PreviewedFile, 'titles' | 'rows'>> {
      const payer = (await payingAccount(db, orgId)) ?? SAMPLE_PAYER
      const head = { payer: maskedPayer(payer), day: clock.today() }
      const form = { format, columns: columns.map((column) => ({ ...column, value: column.value ?? null })) }
      return previewRows(form, payments.map(maskedPayment), head)
    },

    /** The account that a payer pays from, in full; null while none is known. Never answered by the API. */
  }
}
