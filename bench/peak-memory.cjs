// loaded before the program: says at its end, as the last line on standard error, how many kilobytes it took at most
process.on('exit', () => require('node:fs').writeSync(2, `\n${process.resourceUsage().maxRSS}`));
