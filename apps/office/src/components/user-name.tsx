/** A user name, which may break after its last dot lest it takes the place of the other columns. */
export function UserName({ children }: { children: string }) {
  const end = children.lastIndexOf('.') + 1
  return (
    <>
      {children.slice(0, end)}
      <wbr />
      {children.slice(end)}
    </>
  )
}
