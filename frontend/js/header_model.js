// What the header strip says. Pure.
import * as say from './format.js';

export const healthTexts = ({ python, gil_enabled: gil }) => ({ interpreter: `CPython ${python}`, gil: gil ? 'On' : 'Off' });

/** "2 (online cpus)": where the limit comes from matters as much as the number. */
export const machineTexts = ({ usable_cores: cores, limited_by: by, quiet, reasons }) => ({
	cores: `${say.coreCount(cores)} (${by})`,
	quiet: quiet ? 'Quiet' : 'Not quiet',
	reasons: quiet ? ['Nothing else uses the cores: fit to measure on.'] : reasons.map((reason) => `${say.capitalised(reason)}.`),
});
