import type { Route } from '@consilium/contract/route.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import type { RowOf } from '../../lib/record-of.ts'
import { Confirm } from '../dialogs/confirm.tsx'
import { useErrorNote } from '../records/in-use.tsx'
import { notifyFailed } from '../dialogs/notify.ts'
import { listTexts } from './texts.ts'
import type { ListDefinition, RowAction } from './list-definition.ts'
import { RowActions } from './row-actions.tsx'
import { useRemoveWithUndo } from './use-remove.tsx'

/** The action that deletes one row, with a delay for undo or a confirmation. */
export function useRowRemoval<R extends Route>(list: ListDefinition<R>) {
  type Row = RowOf<R>
  const t = useTexts(listTexts)
  const may = useMay()
  const note = useErrorNote()
  const { remove } = list
  const [asking, setAsking] = useState<Row | null>(null)
  const send = useLooseSend(remove?.route ?? list.route)
  const removeWithUndo = useRemoveWithUndo({ route: remove?.route ?? list.route, param: remove?.param ?? '' })
  if (!remove || !may(remove.route)) return { action: undefined, dialog: null }
  const action = (row: Row): RowAction[] =>
    remove.may(row)
      ? [
          {
            label: t('remove'),
            icon: IconTrash,
            tone: 'danger',
            onSelect: () =>
              remove.guard === 'ask'
                ? setAsking(() => row)
                : removeWithUndo(list.rowId(row), list.rowTitle(row)),
          },
        ]
      : []
  const dialog =
    asking === null ? null : (
      <Confirm
        title={t('removeOne', { name: list.rowTitle(asking) })}
        confirmLabel={t('remove')}
        danger
        onConfirm={() =>
          send
            .mutateAsync({ params: { [remove.param]: String(list.rowId(asking)) } })
            .catch((error: unknown) => notifyFailed(list.rowTitle(asking), note(error)))
        }
        onClose={() => setAsking(null)}
      >
        {t('cannotBeUndone')}
      </Confirm>
    )
  return { action, dialog }
}

/** What the last cell of a row shows; undefined if there is nothing that the user may do with any of the rows. */
export function actionsOf<R extends Route>(
  { rowActions, rowLead, rowTitle }: ListDefinition<R>,
  removal: ((row: RowOf<R>) => RowAction[]) | undefined,
  rows: readonly RowOf<R>[],
): ((row: RowOf<R>) => ReactNode) | undefined {
  const ofRow = (row: RowOf<R>) => [...(rowActions?.(row) ?? []), ...(removal?.(row) ?? [])]
  if (!rows.some((row) => ofRow(row).length > 0 || Boolean(rowLead?.(row)))) return undefined
  return (row) => <RowActions name={rowTitle(row)} lead={rowLead?.(row)} actions={ofRow(row)} />
}
