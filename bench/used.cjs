// loaded before the program: says at its end, as the last line on standard error, how many kilobytes it took at most, and how many
// milliseconds of processor time, which other programs on the machine change little
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require('node:fs').writeSync(2, `\n${maxRSS} ${(userCPUTime + systemCPUTime) / 1000}`);
});
