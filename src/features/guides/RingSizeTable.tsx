import { circumference, millimetres, ringSizes } from '#contract/sizes.ts'
import * as table from './GuideTable.css.ts'

/** The ring size chart; readable on the narrowest phone. */
export function RingSizeTable() {
  return (
    <div className={table.frame}>
      <table className={table.root}>
        <caption className={table.caption}>
          Measured inside the ring, in millimetres. UK sizes are the nearest.
        </caption>
        <thead>
          <tr>
            <th scope="col">UK</th>
            <th scope="col">US</th>
            <th scope="col" data-figures="">
              Diameter
            </th>
            <th scope="col" data-figures="">
              Circumference
            </th>
          </tr>
        </thead>
        <tbody>
          {ringSizes.map((size) => (
            <tr key={size.us}>
              <th scope="row">{size.uk}</th>
              <td>{size.us}</td>
              <td data-figures="">{millimetres(size.diameter)}</td>
              <td data-figures="">{millimetres(circumference(size))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
