/**
 * Replays recorded runs of tau-bench against scenarios that are generated from the ground truth of their tasks, and
 * prints how often the verdict equals the reward: `npx tsx bench/tau-bench.ts [folder]`.
 */
import { generateScenario } from '../test/tau-bench/generate.ts';
import { AIRLINE, compile, readTasks, verdictsOf } from '../test/tau-bench/tasks.ts';

const folder = process.argv[2] ?? AIRLINE;
const tasks = readTasks(folder);
if (tasks.length === 0) {
  console.error(`there are no recorded runs (task-NN.trials.json) in ${folder}`);
  process.exit(2);
}

let [runs, agreed] = [0, 0];
console.log('| task | rewards | verdicts | agree |\n| --- | --- | --- | --- |');
for (const { number, task, seed, trials, rewards } of tasks) {
  const verdicts = verdictsOf(await compile(await generateScenario(task, seed)), trials);
  const same = rewards.filter((reward, index) => reward === verdicts[index]).length;
  runs += rewards.length;
  agreed += same;
  console.log(`| ${number} | ${rewards.join(' ')} | ${verdicts.join(' ')} | ${same} of ${rewards.length} |`);
}
console.log(`| all | | | ${agreed} of ${runs} |`);
