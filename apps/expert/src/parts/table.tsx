import type { ComponentChildren } from 'preact'

export interface Column {
  title: string
  isFigure?: boolean
  /** Stays on one line, as a date does. */
  isWhole?: boolean
}

const classOf = ({ isFigure, isWhole }: Column) => (isFigure ? 'figure' : isWhole ? 'whole' : 'words')

interface TableProps {
  label: string
  columns: readonly Column[]
  rows: readonly (readonly ComponentChildren[])[]
}

/** Rows of a table; on a phone each is a card, where every value has its title. */
export const Table = ({ label, columns, rows }: TableProps) => (
  <div class="scroll" tabIndex={0} role="group" aria-label={label}>
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) => (
              <td key={columns[at]!.title} class={classOf(columns[at]!)} data-title={columns[at]!.title}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
