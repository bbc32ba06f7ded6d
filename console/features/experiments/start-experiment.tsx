import { useNavigate } from '@tanstack/react-router'
import { useRead, useReadAll } from '../../api/hooks.ts'
import { today } from '../../format/days.ts'
import { countOf, decimal } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { useParam } from '../../search/use-param.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'

/** A draw needs five prompts for each arm. */
const minDrawn = 10
const maxArm = 200

const assignments = [
  { value: 'draw', name: 'Sightline draws half of them; the others are the control' },
  { value: 'all', name: 'All of them; every other active prompt is the control' },
]

const drawHint =
  'Only a draw can show that your work caused a change: prompts that are chosen because they are low tend to rise without it.'

/** Starts an experiment with the selected prompts. `opportunity` in the URL names the work that it measures. */
export function StartExperiment({ chosen, onClose }: { chosen: readonly string[]; onClose: () => void }) {
  const { workspaceId, brandId } = useBrand()
  const navigate = useNavigate()
  const [opportunity] = useParam('opportunity')
  const prompts = useReadAll('list-prompts')
  const canDraw = chosen.length >= minDrawn
  const others = prompts.data?.data.flatMap(({ id, is_active }) => (is_active && !chosen.includes(id) ? [id] : []))
  return (
    <FormDialog
      title={`Experiment with ${countOf(chosen.length, 'prompt')}`}
      operation="create-experiment"
      initial={{ name: '', assignment: canDraw ? 'draw' : 'all', started_on: today(new Date()), description: '' }}
      fields={{
        assignment: {
          options: assignments.filter(({ value }) => canDraw || value === 'all'),
          hint: canDraw ? drawHint : `Select ${minDrawn} prompts or more to have half of them drawn. ${drawHint}`,
        },
      }}
      isComplete={others !== undefined}
      lead={({ edit: { values } }) =>
        others && <Power chosen={chosen.length} others={values.assignment === 'draw' ? 0 : others.length} />
      }
      input={({ assignment, ...given }) => ({
        ...given,
        opportunity_id: opportunity,
        ...(assignment === 'draw'
          ? { candidate_prompt_ids: [...chosen] }
          : { treated_prompt_ids: [...chosen], control_prompt_ids: others ?? [] }),
      })}
      onDone={({ data: { id } }) =>
        void navigate({
          to: '/$workspaceId/$brandId/experiments/$experimentId',
          params: { workspaceId, brandId, experimentId: id },
        })
      }
      onClose={onClose}
    />
  )
}

/** What effect the experiment could find. A draw has no others. The server refuses arms of other sizes. */
function Power({ chosen, others }: { chosen: number; others: number }) {
  const treated = others > 0 ? chosen : Math.floor(chosen / 2)
  const controls = Math.min(others > 0 ? others : chosen - treated, maxArm)
  const enabled = treated >= minDrawn / 2 && treated <= maxArm && controls >= minDrawn / 2
  const sizes = { treated_prompts: treated, control_prompts: controls }
  const plan = useRead('get-experiment-plan', sizes, { enabled }).data?.data
  if (plan === undefined) return null
  const { answers_per_prompt: answers, smallest_detectable: points } = plan
  const found = `With ${countOf(treated, 'treated prompt')} and 28 days, it finds an effect of ${decimal(points ?? 0, 1)} points or more in four of five cases. More treated prompts find smaller ones.`
  const none = `With these prompts, the experiment would ${answers === null ? 'have too few answers to say what it could find' : 'miss every effect'}.`
  return <p className="text-ink-2">{points === null ? none : found}</p>
}
