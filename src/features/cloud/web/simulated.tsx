/** Stands beside every figure that nothing was measured for: simulated figures say so. */
export const Simulated = () => <span className="cloud-simulated">simulated</span>
