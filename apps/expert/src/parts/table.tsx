import type { ComponentChildren } from 'preact'

export interface Column {
  title: string
  isFigure?: boolean
}

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
          {columns.map(({ title, isFigure }) => (
            <th key={title} scope="col" class={isFigure ? 'figure' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) => (
              <td
                key={columns[at]!.title}
                class={columns[at]!.isFigure ? 'figure' : undefined}
                data-title={columns[at]!.title}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
