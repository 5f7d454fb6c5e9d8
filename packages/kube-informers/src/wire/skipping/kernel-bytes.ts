// Written by scripts/build-kernel.mjs from assembly/: the module, deflated, in base64.
// prettier-ignore
export const kernelBytes = 'XY69SkNBEIXPzO71by7EXoTJps477BRGAoJCWotcMBBvuBhu0oQU66Pa+gyyEDbRwpxq+D7mzKDZdASAhOecEqU5KDnHoMoR6PLeXS8XzXq2bfotyG9W72vgolt0H/2OcfNN/EXMifYuKpSmPioCG7VDKI9R5jDx8WSffTQMRJHhEXyuw1nySH2uX8+SR/klvwV+KOV22w5RkyiUl23AGLDweDR8MvLv1PGVStm0tx9MfFRXkPtF+Q+tgjM8lS2FuruBiEgpM0gF+7ySAw==';
