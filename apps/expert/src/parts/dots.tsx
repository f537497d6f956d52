/** A dot between what stands side by side; none is left at the end or at the beginning of a line. */
export const Dots = ({ items }: { items: readonly string[] }) => (
  <span class="dots">
    {items
      .filter((item) => item !== '')
      .map((item, index) => (
        <span key={item} class="dotted">
          <span class="dot">{index === 0 ? '' : ' · '}</span>
          <span>{item}</span>
        </span>
      ))}
  </span>
)
