import { type ReactNode, useState } from 'react'
import { ChartFigure, ReadDrawing, ReadingBox, ValueTicks } from './chart-parts.tsx'
import { type Curve, curveScales, nearestPoint, pointsInOrder } from './curve-scale.ts'
import { pathOf } from './linear.ts'
import type { Frame } from './scale.ts'

interface CurveChartProps {
  /** Description for screen readers. */
  title: string
  curves: readonly Curve[]
  xName: string
  xFormat: (value: number) => string
  yFormat: (value: number) => string
  /** The target, as a horizontal line. */
  goal: { value: number; name: string }
  /** Describes a point. */
  reading: (id: string) => ReactNode
  /** Chart values as a table; `csv` returns them as CSV. */
  table: ReactNode
  csv: () => string
}

const height = 260

/** Curves of benefit by spend, both from zero. */
export function CurveChart(props: CurveChartProps) {
  const { title, curves, table, csv } = props
  return (
    <ChartFigure title={title} csv={csv} table={table} legend={<Legend curves={curves} />}>
      {(width) => <Drawing {...props} width={width} />}
    </ChartFigure>
  )
}

function Drawing({
  title,
  curves,
  xName,
  xFormat,
  yFormat,
  goal,
  reading,
  width,
}: CurveChartProps & { width: number }) {
  const [at, setAt] = useState<number>()
  const frame: Frame = { width, height, left: 44, right: 18, top: 12, bottom: 46 }
  const { x, y, xTicks, yTicks } = curveScales(curves, goal.value, frame)
  const points = pointsInOrder(curves)
  const places = points.map((one) => ({ x: x(one.x), y: y(one.y) }))
  const point = at === undefined ? undefined : points[at]
  return (
    <div className="relative">
      <ReadDrawing
        {...{ title, width, height, at }}
        what="points"
        length={points.length}
        onRead={setAt}
        nearest={(left, top) => nearestPoint(places, left, top)}
      >
        <ValueTicks ticks={yTicks} y={y} frame={frame} format={yFormat} />
        {xTicks.map((tick) => (
          <text key={tick} x={x(tick)} y={height - 28} textAnchor="middle" className="fill-muted text-xs">
            {xFormat(tick)}
          </text>
        ))}
        <text x={width - frame.right} y={height - 8} textAnchor="end" className="fill-muted text-xs">
          {xName}
        </text>
        <GoalLine goal={goal} y={y(goal.value)} frame={frame} />
        {curves.map((curve) => (
          <CurveLine key={curve.id} curve={curve} x={x} y={y} />
        ))}
        {point !== undefined && (
          <circle cx={x(point.x)} cy={y(point.y)} r={5} fill={point.color} stroke="var(--panel)" strokeWidth={2} />
        )}
      </ReadDrawing>
      <ReadingBox x={x(point?.x ?? 0)} width={width}>
        {point && (
          <>
            <p style={{ color: point.color }}>{point.name}</p>
            {reading(point.id)}
          </>
        )}
      </ReadingBox>
    </div>
  )
}

interface GoalLineProps {
  goal: CurveChartProps['goal']
  y: number
  frame: Frame
}

const GoalLine = ({ goal, y, frame: { width, left, right } }: GoalLineProps) => (
  <>
    <line x1={left} x2={width - right} y1={y} y2={y} stroke="var(--up)" strokeDasharray="3 4" />
    <text x={width - right} y={y - 6} textAnchor="end" className="fill-up text-xs font-medium">
      {goal.name}
    </text>
  </>
)

interface CurveLineProps {
  curve: Curve
  x: (value: number) => number
  y: (value: number) => number
}

function CurveLine({ curve: { points, color, isDashed }, x, y }: CurveLineProps) {
  return (
    <g>
      <path
        d={pathOf(points.map((point) => [x(point.x), y(point.y)]))}
        fill="none"
        stroke={color}
        strokeWidth={2.25}
        strokeLinejoin="round"
        {...(isDashed && { strokeDasharray: '7 4' })}
      />
      {points.map((point) => (
        <circle key={point.id} cx={x(point.x)} cy={y(point.y)} r={2.5} fill={color} />
      ))}
    </g>
  )
}

function Legend({ curves }: { curves: readonly Curve[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {curves.map(({ id, name, color, isDashed }) => (
        <li key={id}>
          <svg aria-hidden="true" width="22" height="8" className="mr-1.5 inline-block align-middle">
            <line
              x1="0"
              x2="22"
              y1="4"
              y2="4"
              stroke={color}
              strokeWidth="2.25"
              {...(isDashed && { strokeDasharray: '7 4' })}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
